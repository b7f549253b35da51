package dev.scriptorium.memory.retrieval.rank;

import dev.scriptorium.memory.api.ref.PathOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts candidates in order: their own match and meaning, a bonus for the turns of a speaker whom the question names, and what
 * citations lend, from the turn to the block that rests on it and back.
 */
public final class Ranking {
    /** What being named adds, as a share of the best match. */
    private static final double SPEAKER_BONUS = .3;
    /** A speaker of this share of all turns or more is no help to find one. */
    public static final double COMMON_SPEAKER = .6;
    /** What a word as it stands adds, as a share of its weight. */
    public static final double EXACT = .1;
    /** What the best cited turn lends a block, and the best citing block a turn. */
    private static final double LIFT = .2;
    /** Scores nearer than this are equal: sums of the same terms in another order. */
    private static final double EQUAL = 1e-4;

    private static final Comparator<Candidate> BY_RANK = Comparator.comparingLong(
                    (Candidate candidate) -> -Math.round(candidate.score() / EQUAL))
            .thenComparing(Candidate::path, PathOrder.BY_COMPONENT)
            .thenComparingInt(Candidate::line)
            .thenComparingInt(Candidate::order)
            .thenComparingInt(Candidate::document);

    private Ranking() {}

    /**
     * The candidates, best first. Sets their bonus and lift.
     *
     * @param citations whether they lend each other anything
     */
    public static List<Candidate> order(List<Candidate> candidates, boolean citations) {
        double lent = citations ? LIFT : 0;
        double best = candidates.stream()
                .mapToDouble(candidate -> candidate.match() + candidate.meaning())
                .max()
                .orElse(0);
        Map<Long, Double> turns = new HashMap<>();
        for (Candidate candidate : candidates) {
            candidate.bonus(candidate.named() ? SPEAKER_BONUS * best : 0);
            if (candidate.turn()) {
                turns.merge(candidate.ref(), candidate.own(), Math::max);
            }
        }
        Map<Long, Double> blocks = new HashMap<>();
        for (Candidate candidate : candidates) {
            double cited = 0;
            for (int i = 0; i < candidate.citations(); i++) {
                cited = Math.max(cited, turns.getOrDefault(candidate.cited(i), 0.0));
                blocks.merge(candidate.cited(i), candidate.own(), Math::max);
            }
            candidate.lift(lent * cited);
        }
        for (Candidate candidate : candidates) {
            if (candidate.turn()) {
                candidate.lift(lent * blocks.getOrDefault(candidate.ref(), 0.0));
            }
        }
        List<Candidate> ordered = new ArrayList<>(candidates);
        ordered.sort(BY_RANK);
        return ordered;
    }

    /** Whether two scores are as good as equal. */
    public static boolean equal(double one, double other) {
        return Math.abs(one - other) < EQUAL;
    }

    /** Whether a candidate is a block that cites another, a turn. */
    public static boolean cites(Candidate block, Candidate turn) {
        return !block.turn() && turn.turn() && block.citesRef(turn.ref());
    }
}
