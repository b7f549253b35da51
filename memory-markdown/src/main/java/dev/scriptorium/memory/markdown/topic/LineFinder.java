package dev.scriptorium.memory.markdown.topic;

/**
 * Tells on which line of a file an offset of a block lies. Asked for ascending offsets, all answers together cost one
 * walk over the block. Not thread-safe.
 *
 * @since 0.1
 */
public final class LineFinder {
    private final int first;
    private final String raw;
    private int at;
    private int breaks;

    LineFinder(int first, String raw) {
        this.first = first;
        this.raw = raw;
    }

    /** The line of the file, from 0. */
    public int lineAt(int offset) {
        if (offset < at) {
            at = 0;
            breaks = 0;
        }
        for (; at < offset && at < raw.length(); at++) {
            if (raw.charAt(at) == '\n') {
                breaks++;
            }
        }
        return first + breaks;
    }
}
