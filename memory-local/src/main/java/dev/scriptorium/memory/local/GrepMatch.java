package dev.scriptorium.memory.local;

/**
 * A line that contains the text looked for. Immutable.
 *
 * @since 0.1
 */
public final class GrepMatch {
    private final String path;
    private final int line;
    private final String text;

    GrepMatch(String path, int line, String text) {
        this.path = path;
        this.line = line;
        this.text = text;
    }

    /** Workspace path. */
    public String path() {
        return path;
    }

    /** The line, from 1. */
    public int line() {
        return line;
    }

    /** The line. */
    public String text() {
        return text;
    }
}
