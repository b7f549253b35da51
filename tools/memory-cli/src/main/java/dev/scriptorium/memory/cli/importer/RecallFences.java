package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.session.TextSpan;
import java.util.ArrayList;
import java.util.List;

/** Finds what a host had put into a message from recall: whole fences that stand in lines of their own. */
final class RecallFences {
    private static final String OPENING = MemoryContext.OPEN + "\n" + MemoryContext.NOTE + "\n";
    private static final String CLOSING = "\n" + MemoryContext.CLOSE;

    private RecallFences() {}

    /** The fences, each with the line end behind it. A fence that is not closed is speech, and so is any other mention. */
    static List<TextSpan> in(String text) {
        List<TextSpan> spans = new ArrayList<>();
        int at = text.startsWith(OPENING) ? 0 : nextOpening(text, 0);
        while (at >= 0) {
            int close = text.indexOf(CLOSING, at + OPENING.length() - 1);
            if (close < 0) {
                break;
            }
            int end = close + CLOSING.length();
            if (end == text.length() || text.charAt(end) == '\n') {
                end = Math.min(end + 1, text.length());
                spans.add(TextSpan.of(at, end));
                at = text.startsWith(OPENING, end) ? end : nextOpening(text, end);
            } else {
                at = nextOpening(text, at + 1);
            }
        }
        return spans;
    }

    private static int nextOpening(String text, int from) {
        int at = text.indexOf("\n" + OPENING, from);
        return at < 0 ? -1 : at + 1;
    }
}
