package dev.scriptorium.memory.retrieval.rank;

import dev.scriptorium.memory.retrieval.analysis.FunctionWords;
import dev.scriptorium.memory.retrieval.analysis.Segments;
import dev.scriptorium.memory.retrieval.analysis.TermForm;
import dev.scriptorium.memory.retrieval.analysis.TextAnalysis;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Compares and quotes what was said, word for word. */
public final class Quotes {
    /** A turn up to this many characters is quoted whole. */
    private static final int WHOLE = 600;
    /** A text says what a turn says when it has this share of its words. */
    private static final double COVERED = .8;

    private Quotes() {}

    /** The words of a turn that match a question best: all of a short turn, a stretch of a long one, unchanged. */
    public static String best(String text, Map<String, Double> weights) {
        if (text.length() <= WHOLE) {
            return text;
        }
        List<Integer> ends = Segments.ends(text);
        int best = RecallText.bestSegment(text, ends, weights);
        int first = best;
        int last = best;
        while (true) {
            int start = first == 0 ? 0 : ends.get(first - 1);
            if (last + 1 < ends.size() && ends.get(last + 1) - start <= WHOLE) {
                last++;
            } else if (first > 0 && ends.get(last) - (first == 1 ? 0 : ends.get(first - 2)) <= WHOLE) {
                first--;
            } else {
                return text.substring(start, ends.get(last)).strip();
            }
        }
    }

    /** Whether a text has the words of a turn, but for function words. */
    public static boolean covers(String text, String turn) {
        Set<String> said = terms(turn);
        said.removeIf(FunctionWords::isFunction);
        if (said.isEmpty()) {
            return false;
        }
        Set<String> shown = terms(text);
        long common = said.stream().filter(shown::contains).count();
        return common >= COVERED * said.size();
    }

    private static Set<String> terms(String text) {
        Set<String> terms = new HashSet<>();
        new TextAnalysis().analyze(text, (String term, TermForm form) -> {
            if (form == TermForm.PLAIN) {
                terms.add(term);
            }
        });
        return terms;
    }
}
