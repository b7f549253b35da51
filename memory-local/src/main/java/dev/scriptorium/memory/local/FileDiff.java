package dev.scriptorium.memory.local;

/**
 * How one file differs between two states. Immutable.
 *
 * @since 0.1
 */
public final class FileDiff {
    private final String path;
    private final Kind kind;
    private final String text;
    private final int turnsBefore;
    private final int turnsAfter;

    private FileDiff(String path, Kind kind, String text, int turnsBefore, int turnsAfter) {
        this.path = path;
        this.kind = kind;
        this.text = text;
        this.turnsBefore = turnsBefore;
        this.turnsAfter = turnsAfter;
    }

    /** What happened to the file. */
    public enum Kind {
        /** It was not there before. */
        ADDED,
        /** It says something else. */
        CHANGED,
        /** It is gone. */
        REMOVED
    }

    static FileDiff text(String path, Kind kind, String unified) {
        return new FileDiff(path, kind, unified, 0, 0);
    }

    static FileDiff archive(String path, Kind kind, int turnsBefore, int turnsAfter) {
        return new FileDiff(path, kind, "", turnsBefore, turnsAfter);
    }

    /** Its workspace path. */
    public String path() {
        return path;
    }

    /** What happened to it. */
    public Kind kind() {
        return kind;
    }

    /** The difference as a unified diff; empty for an archive, of which only turns are counted. */
    public String text() {
        return text;
    }

    /** How many turns an archive held before; 0 for other files. */
    public int turnsBefore() {
        return turnsBefore;
    }

    /** How many turns an archive holds after; 0 for other files. */
    public int turnsAfter() {
        return turnsAfter;
    }
}
