package dev.scriptorium.memory.retrieval.rank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The share of a question that a text's own words match, by weight. Names, courtesies and function words do not
 * count; a word counts once, by the best of its terms.
 */
public final class Floor {
    /** In a long question only the heaviest words count, or no paragraph could ever match enough of it. */
    private static final int HEAVIEST = 20;

    private final List<long[]> masks = new ArrayList<>();
    private final List<double[]> weights = new ArrayList<>();
    private final List<Double> masses = new ArrayList<>();

    /**
     * Adds a word that counts.
     *
     * @param terms the places of its terms; empty when the index has none of them
     * @param termWeights what they weigh
     * @param mass what the word weighs in the question
     */
    public void add(List<Integer> terms, List<Double> termWeights, double mass) {
        masks.add(terms.stream().mapToLong(term -> 1L << term).toArray());
        weights.add(termWeights.stream().mapToDouble(Double::doubleValue).toArray());
        masses.add(mass);
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
