package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.analysis.TermForm;
import dev.scriptorium.memory.retrieval.analysis.TermSink;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The terms of a text with how often each occurs. */
final class TermBag implements TermSink {
    private final Map<String, int[]> counts = new HashMap<>();
    private final Set<String> exact = new HashSet<>();

    @Override
    public void term(String text, TermForm form) {
        if (form == TermForm.EXACT) {
            exact.add(text);
        } else {
            counts.computeIfAbsent(text, term -> new int[1])[0]++;
        }
    }

    /** Adds the terms of another bag, but for words as they stand. */
    void addAll(TermBag other) {
        other.counts.forEach((term, count) -> counts.computeIfAbsent(term, t -> new int[1])[0] += count[0]);
    }

    /** These terms as own words, with those of another bag around them. */
    Map<String, int[]> amid(TermBag around) {
        Map<String, int[]> all = new HashMap<>();
        around.counts.forEach((term, count) -> all.put(term, new int[] {Math.min(count[0], Fields.OWN_WEIGHT - 1)}));
        counts.forEach((term, count) -> all.computeIfAbsent(term, t -> new int[1])[0] += Fields.OWN_WEIGHT * count[0]);
        return all;
    }

    Map<String, int[]> counts() {
        return counts;
    }

    /** The words as they stand. */
    Set<String> exact() {
        return exact;
    }
}
