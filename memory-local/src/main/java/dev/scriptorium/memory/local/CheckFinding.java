package dev.scriptorium.memory.local;

/**
 * Something that a check found. Immutable.
 *
 * @since 0.1
 */
public final class CheckFinding {
    private final String code;
    private final String path;
    private final int line;
    private final String message;
    private final String hint;

    CheckFinding(String code, String path, int line, String message, String hint) {
        this.code = code;
        this.path = path;
        this.line = line;
        this.message = message;
        this.hint = hint;
    }

    /** What kind, from the list in the reference. */
    public String code() {
        return code;
    }

    /** Workspace path; empty when no file is meant. */
    public String path() {
        return path;
    }

    /** The line, from 1; 0 when the whole file is meant. */
    public int line() {
        return line;
    }

    /** What is wrong. */
    public String message() {
        return message;
    }

    /** How to mend it. */
    public String hint() {
        return hint;
    }
}
