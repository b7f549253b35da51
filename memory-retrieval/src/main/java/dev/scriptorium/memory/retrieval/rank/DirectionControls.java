package dev.scriptorium.memory.retrieval.rank;

import java.util.ArrayDeque;
import java.util.Deque;

/** Closes what a text leaves open among the characters that change its direction, so that they end with it. */
final class DirectionControls {
    private static final char POP_FORMATTING = '\u202C';
    private static final char POP_ISOLATE = '\u2069';

    private DirectionControls() {}

    static String close(String text) {
        Deque<Character> open = new ArrayDeque<>();
        int isolates = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '\u202A', '\u202B', '\u202D', '\u202E' -> open.push(POP_FORMATTING);
                case '\u2066', '\u2067', '\u2068' -> {
                    open.push(POP_ISOLATE);
                    isolates++;
                }
                case POP_FORMATTING -> {
                    if (!open.isEmpty() && open.peek() == POP_FORMATTING) {
                        open.pop();
                    }
                }
                case POP_ISOLATE -> {
                    if (isolates > 0) {
                        isolates--;
                        closeIsolate(open);
                    }
                }
                default -> {
                    // Leaves the direction alone.
                }
            }
        }
        if (open.isEmpty()) {
            return text;
        }
        StringBuilder closed = new StringBuilder(text);
        open.forEach(closed::append);
        return closed.toString();
    }

    /** The end of an isolate also ends what was opened inside it. */
    private static void closeIsolate(Deque<Character> open) {
        while (open.pop() != POP_ISOLATE) {
            // An embedding inside the isolate ends with it.
        }
    }
}
