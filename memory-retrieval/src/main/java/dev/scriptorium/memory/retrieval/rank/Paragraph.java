package dev.scriptorium.memory.retrieval.rank;

import dev.scriptorium.memory.api.ref.BlockId;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How recall shows a hit: {@code [d1; d2] text (topics/x.md#^id)}, or {@code [date] speaker: text (ref)}.
 *
 * @param before the dates, and the speaker of a turn
 * @param text the words
 * @param after where they stand
 */
public record Paragraph(String before, String text, String after) {
    private static final Pattern BLANK_LINES = Pattern.compile("\\n[ \\t\\r]*(?=\\n)");

    /** The paragraph of a block. */
    public static Paragraph ofBlock(List<String> dates, String text, String path, BlockId id) {
        String before = dates.isEmpty() ? "" : "[" + String.join("; ", dates) + "] ";
        return new Paragraph(before, text, " (" + path + "#^" + id.value() + ")");
    }

    /** The paragraph of a turn; the date may be empty. */
    public static Paragraph ofTurn(String date, String speaker, String text, String ref) {
        return new Paragraph((date.isEmpty() ? "" : "[" + date + "] ") + speaker + ": ", text, " (" + ref + ")");
    }

    /** The same around other words. */
    public Paragraph withText(String words) {
        return new Paragraph(before, words, after);
    }

    /** The paragraph: no blank line in it, and no direction control left open. */
    public String render() {
        String words = BLANK_LINES.matcher(text.strip()).replaceAll("");
        return DirectionControls.close(before) + DirectionControls.close(words) + after;
    }
}
