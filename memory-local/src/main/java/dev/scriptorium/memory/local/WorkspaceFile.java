package dev.scriptorium.memory.local;

/**
 * A file that people may read. Immutable.
 *
 * @since 0.1
 */
public final class WorkspaceFile {
    private final String path;
    private final long bytes;
    private final boolean derived;

    WorkspaceFile(String path, long bytes, boolean derived) {
        this.path = path;
        this.bytes = bytes;
        this.derived = derived;
    }

    /** Workspace path. */
    public String path() {
        return path;
    }

    /** Its length. */
    public long bytes() {
        return bytes;
    }

    /** Whether it is a view, made from topics. */
    public boolean derived() {
        return derived;
    }
}
