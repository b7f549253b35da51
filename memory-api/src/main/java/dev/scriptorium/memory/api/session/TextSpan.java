package dev.scriptorium.memory.api.session;

/**
 * A stretch of a turn's text, in UTF-16 offsets. Immutable.
 *
 * @since 0.1
 */
public final class TextSpan {
    private final int start;
    private final int end;

    private TextSpan(int start, int end) {
        this.start = start;
        this.end = end;
    }

    /**
     * The stretch from {@code start} up to and without {@code end}.
     *
     * @throws IllegalArgumentException unless {@code 0 <= start <= end}
     */
    public static TextSpan of(int start, int end) {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("not a span: " + start + " to " + end);
        }
        return new TextSpan(start, end);
    }

    /** The first offset in it. */
    public int start() {
        return start;
    }

    /** The first offset after it. */
    public int end() {
        return end;
    }
}
