package dev.scriptorium.memory.retrieval.rank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The share of a question that a text's own words match, by weight. Names, courtesies and function words do not
 * count; a word counts once, by the best of its terms. Weights are damped by their root, so that one rare word does not
 * stand for a whole question; a word that the memory has never heard speaks against its knowing the answer.
 */
public final class Floor {
    /** In a long question only the heaviest words count, or no paragraph could ever match enough of it. */
    private static final int HEAVIEST = 20;

    /** So many times what the rarest of known words would weigh. */
    private static final double UNKNOWN = 3;

    /** The same for two characters of a longer run, of which about half are no word at all. */
    private static final double UNKNOWN_PAIR = .5;

    private final List<long[]> masks = new ArrayList<>();
    private final List<double[]> weights = new ArrayList<>();
    private final List<Double> masses = new ArrayList<>();

    /**
     * Adds a word that counts and that the index has.
     *
     * @param terms the places of its terms; empty when there was no room for them
     * @param termWeights what they weigh
     * @param mass what the word weighs in the question
     */
    public void add(List<Integer> terms, List<Double> termWeights, double mass) {
        masks.add(terms.stream().mapToLong(term -> 1L << term).toArray());
        weights.add(termWeights.stream().mapToDouble(Math::sqrt).toArray());
        masses.add(Math.sqrt(mass));
    }

    /**
     * Adds a word that counts and that the index does not have.
     *
     * @param mass what it would weigh if one document had it
     * @param pair whether it is two characters of a longer run
     */
    public void addUnknown(double mass, boolean pair) {
        masks.add(new long[0]);
        weights.add(new double[0]);
        masses.add((pair ? UNKNOWN_PAIR : UNKNOWN) * Math.sqrt(mass));
    }

    /** Whether nothing in the question counts. */
    public boolean silent() {
        return masses.isEmpty();
    }

    /** The share, from 0 to 1, that a text with these terms matches. */
    public double share(long ownTerms) {
        double matched = 0;
        for (int word = 0; word < masks.size(); word++) {
            double best = 0;
            for (int i = 0; i < masks.get(word).length; i++) {
                if ((masks.get(word)[i] & ownTerms) != 0) {
                    best = Math.max(best, weights.get(word)[i]);
                }
            }
            matched += best;
        }
        double total = total();
        return total == 0 ? 0 : Math.min(1, matched / total);
    }

    private double total() {
        List<Double> heaviest = new ArrayList<>(masses);
        heaviest.sort(Collections.reverseOrder());
        return heaviest.stream()
                .limit(HEAVIEST)
                .mapToDouble(Double::doubleValue)
                .sum();
    }
}
