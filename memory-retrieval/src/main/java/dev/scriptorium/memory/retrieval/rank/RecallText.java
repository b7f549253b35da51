package dev.scriptorium.memory.retrieval.rank;

import dev.scriptorium.memory.retrieval.analysis.Segments;
import dev.scriptorium.memory.retrieval.analysis.TermForm;
import dev.scriptorium.memory.retrieval.analysis.TextAnalysis;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What recall adds before a turn: the paragraphs of an answer, as many as a number of tokens allows. */
public final class RecallText {
    /** The blank line between paragraphs. */
    private static final int SEPARATOR_TOKENS = 1;
    /** The marks of omission around a passage. */
    private static final int ELLIPSIS_TOKENS = 2;
    /** A passage of fewer tokens says nothing. */
    private static final int LEAST_PASSAGE = 24;
    /** Characters of one segment may cost unevenly many tokens; a cut inside it keeps this share of the even price. */
    private static final double UNEVEN = .6;

    private RecallText() {}

    /**
     * The paragraphs, best first, separated by blank lines; empty when nothing fits. Not fenced yet. The first that
     * does not fit is shown by the passage around its best match, and ends the text.
     */
    public static String of(SearchAnswer answer, int tokens) {
        StringBuilder out = new StringBuilder();
        int left = tokens;
        for (RankedHit hit : answer.ranked()) {
            int separator = out.length() == 0 ? 0 : SEPARATOR_TOKENS;
            if (hit.tokens().whole() + separator <= left) {
                append(out, hit.paragraph().render());
                left -= hit.tokens().whole() + separator;
                continue;
            }
            int room = left - separator - hit.tokens().frame() - ELLIPSIS_TOKENS;
            if (room >= LEAST_PASSAGE && !hit.tokens().ends().isEmpty()) {
                String passage = passage(hit, answer.weights(), room);
                append(out, hit.paragraph().withText(passage).render());
            }
            break;
        }
        return out.toString();
    }

    private static void append(StringBuilder out, String paragraph) {
        out.append(out.length() == 0 ? "" : "\n\n").append(paragraph);
    }

    private static String passage(RankedHit hit, Map<String, Double> weights, int room) {
        String text = hit.paragraph().text();
        List<Integer> ends = hit.tokens().ends();
        List<Integer> counts = hit.tokens().counts();
        int best = bestSegment(text, ends, weights);
        if (counts.get(best) > room) {
            return cutInside(
                    text, best == 0 ? 0 : ends.get(best - 1), ends.get(best), (double) room / counts.get(best));
        }
        int first = best;
        int last = best;
        int used = counts.get(best);
        boolean grown = true;
        while (grown) {
            grown = false;
            if (last + 1 < ends.size() && used + counts.get(last + 1) <= room) {
                used += counts.get(++last);
                grown = true;
            }
            if (first > 0 && used + counts.get(first - 1) <= room) {
                used += counts.get(--first);
                grown = true;
            }
        }
        int start = first == 0 ? 0 : ends.get(first - 1);
        return marked(text, start, ends.get(last));
    }

    private static String cutInside(String text, int start, int end, double share) {
        int limit = start + (int) ((end - start) * share * UNEVEN);
        return marked(text, start, Segments.graphemeAtMost(text, start, limit));
    }

    private static String marked(String text, int start, int end) {
        return (start > 0 ? "…" : "") + text.substring(start, end).strip() + (end < text.length() ? "…" : "");
    }

    static int bestSegment(String text, List<Integer> ends, Map<String, Double> weights) {
        TextAnalysis analysis = new TextAnalysis();
        int best = 0;
        double bestWeight = -1;
        int start = 0;
        for (int i = 0; i < ends.size(); i++) {
            double weight = weight(analysis, text.substring(start, ends.get(i)), weights);
            if (weight > bestWeight) {
                best = i;
                bestWeight = weight;
            }
            start = ends.get(i);
        }
        return best;
    }

    /** What the distinct terms of the question in a text count. */
    static double weight(TextAnalysis analysis, String text, Map<String, Double> weights) {
        Set<String> seen = new HashSet<>();
        double[] sum = new double[1];
        analysis.analyze(text, (String term, TermForm form) -> {
            Double weight = weights.get(term);
            if (weight != null && seen.add(term)) {
                sum[0] += weight;
            }
        });
        return sum[0];
    }
}
