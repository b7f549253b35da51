package dev.scriptorium.memory.retrieval.rank;

import java.util.List;

/**
 * Puts words and meaning on one scale: each score as its place between the least and the greatest of the candidates, and
 * then their sum. Ranks instead of scores would forget how much better the first is than the second.
 */
public final class Fusion {
    /** What the nearest candidate's meaning counts, as a share of what the best candidate's words count. */
    private static final double MEANING = .5;

    private Fusion() {}

    /**
     * Sets what their meaning adds to candidates that have been matched and measured. One whose words do not match has a
     * match of zero, so that the least match is zero.
     *
     * @param alone whether words do not count
     */
    public static void apply(List<Candidate> candidates, boolean alone) {
        double best = 0;
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (Candidate candidate : candidates) {
            if (alone) {
                candidate.match(0);
                candidate.exact(0);
            }
            best = Math.max(best, candidate.match());
            if (candidate.isMeasured()) {
                least = Math.min(least, candidate.nearness());
                greatest = Math.max(greatest, candidate.nearness());
            }
        }
        double whole = best > 0 ? MEANING * best : 1;
        for (Candidate candidate : candidates) {
            if (candidate.isMeasured()) {
                double place = greatest > least ? (candidate.nearness() - least) / (greatest - least) : 1;
                candidate.meaning(whole * place);
            }
        }
    }
}
