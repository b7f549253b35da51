package dev.scriptorium.memory.markdown.view;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Closes direction controls that a text leaves open (D42), so that they turn around nothing after it. The text itself
 * is kept.
 *
 * @since 0.1
 */
public final class DirectionControls {
    private static final char POP_EMBEDDING = '\u202C';
    private static final char POP_ISOLATE = '\u2069';

    private DirectionControls() {}

    /** The text with what it leaves open closed at its end. */
    public static String closed(String text) {
        return text + closing(text);
    }

    /** What closes the direction controls that the text leaves open, innermost first; empty when it leaves none. */
    public static String closing(CharSequence text) {
        Deque<Character> open = new ArrayDeque<>();
        int isolates = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\u202A', '\u202B', '\u202D', '\u202E' -> open.push(POP_EMBEDDING);
                case '\u2066', '\u2067', '\u2068' -> {
                    open.push(POP_ISOLATE);
                    isolates++;
                }
                case POP_EMBEDDING -> {
                    // Closes nothing across the start of an isolate.
                    if (!open.isEmpty() && open.peek() == POP_EMBEDDING) {
                        open.pop();
                    }
                }
                case POP_ISOLATE -> {
                    // Closes the isolate with all that was opened inside it.
                    while (isolates > 0 && open.pop() != POP_ISOLATE) {}
                    isolates = Math.max(0, isolates - 1);
                }
                default -> {}
            }
        }
        StringBuilder closing = new StringBuilder();
        open.forEach(closing::append);
        return closing.toString();
    }
}
