package dev.scriptorium.memory.local;

/**
 * One date of the timeline. Immutable.
 *
 * @since 0.1
 */
public final class TimelineEntry {
    private final String date;
    private final String path;
    private final String text;

    TimelineEntry(String date, String path, String text) {
        this.date = date;
        this.path = path;
        this.text = text;
    }

    /** {@code YYYY}, {@code YYYY-MM} or {@code YYYY-MM-DD}. */
    public String date() {
        return date;
    }

    /** Workspace path of its file. */
    public String path() {
        return path;
    }

    /** The text of the file. */
    public String text() {
        return text;
    }
}
