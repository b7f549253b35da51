package dev.scriptorium.memory.retrieval.rank;

import dev.scriptorium.memory.retrieval.analysis.Segments;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * The tokens of a paragraph, counted once when it is stored.
 *
 * @param whole of the paragraph as recall shows it
 * @param frame of what stands around the text
 * @param ends where the segments of the text end; none for a short text
 * @param counts the tokens of each segment
 */
public record PassageTokens(int whole, int frame, List<Integer> ends, List<Integer> counts) {

    /** Copies the lists. */
    public PassageTokens {
        ends = List.copyOf(ends);
        counts = List.copyOf(counts);
    }

    /** Counts a paragraph. */
    public static PassageTokens count(Paragraph paragraph, ToIntFunction<String> tokens) {
        int whole = tokens.applyAsInt(paragraph.render());
        if (paragraph.text().length() <= Segments.MAX) {
            return new PassageTokens(whole, 0, List.of(), List.of());
        }
        List<Integer> ends = Segments.ends(paragraph.text());
        Integer[] counts = new Integer[ends.size()];
        int start = 0;
        for (int i = 0; i < counts.length; i++) {
            counts[i] = tokens.applyAsInt(paragraph.text().substring(start, ends.get(i)));
            start = ends.get(i);
        }
        return new PassageTokens(whole, tokens.applyAsInt(paragraph.withText("").render()), ends, List.of(counts));
    }
}
