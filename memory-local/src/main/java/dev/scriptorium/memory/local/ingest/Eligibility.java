package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.recall.MemoryContext;
import dev.scriptorium.memory.api.session.TextSpan;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which turns are speech, and what of them was said rather than recalled: injected recall is left out, so that memory
 * never feeds on itself.
 */
final class Eligibility {
    private Eligibility() {}

    /**
     * The words of a turn that are to be archived; empty when the turn is not eligible.
     *
     * @param recalled whether a fenced block is one that this session was given
     */
    static Optional<String> speech(Turn turn, Predicate<String> recalled) {
        if (!turn.kind().speech() || turn.rewound()) {
            return Optional.empty();
        }
        String text = withoutRecall(withoutSpans(turn), recalled);
        return Whitespace.isBlank(text) ? Optional.empty() : Optional.of(text);
    }

    private static String withoutSpans(Turn turn) {
        if (turn.injectedRecall().isEmpty()) {
            return turn.text();
        }
        List<TextSpan> spans = turn.injectedRecall().stream()
                .sorted(Comparator.comparingInt(TextSpan::start))
                .toList();
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (TextSpan span : spans) {
            if (span.start() > from) {
                out.append(turn.text(), from, span.start());
            }
            from = Math.max(from, span.end());
        }
        return out.append(turn.text(), from, turn.text().length()).toString();
    }

    private static String withoutRecall(String text, Predicate<String> recalled) {
        String opening = MemoryContext.OPEN + "\n" + MemoryContext.NOTE + "\n";
        int start = text.startsWith(opening) ? 0 : indexOfLine(text, opening, 0);
        StringBuilder out = new StringBuilder();
        int from = 0;
        while (start >= 0) {
            int close = text.indexOf("\n" + MemoryContext.CLOSE, start);
            int end = close < 0 ? -1 : close + 1 + MemoryContext.CLOSE.length();
            boolean whole = end > 0 && (end == text.length() || text.charAt(end) == '\n');
            if (whole && recalled.test(text.substring(start, end))) {
                out.append(text, from, start);
                from = end == text.length() ? end : end + 1;
                start = text.startsWith(opening, from) ? from : indexOfLine(text, opening, from);
            } else {
                start = indexOfLine(text, opening, start + 1);
            }
        }
        return from == 0 ? text : out.append(text, from, text.length()).toString();
    }

    private static int indexOfLine(String text, String line, int from) {
        int at = text.indexOf("\n" + line, Math.max(0, from - 1));
        return at < 0 ? -1 : at + 1;
    }
}
