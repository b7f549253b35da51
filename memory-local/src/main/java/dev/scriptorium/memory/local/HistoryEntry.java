package dev.scriptorium.memory.local;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One commit. Immutable.
 *
 * @since 0.1
 */
public final class HistoryEntry {
    private final String id;
    private final OffsetDateTime at;
    private final String message;
    private final String by;
    private final @Nullable String operation;
    private final List<String> paths;

    HistoryEntry(
            String id, OffsetDateTime at, String message, String by, @Nullable String operation, List<String> paths) {
        this.id = id;
        this.at = at;
        this.message = message;
        this.by = by;
        this.operation = operation;
        this.paths = List.copyOf(paths);
    }

    /** The commit, 40 hex digits. */
    public String id() {
        return id;
    }

    /** When. */
    public OffsetDateTime at() {
        return at;
    }

    /** The message without its trailers. */
    public String message() {
        return message;
    }

    /** Who: the caller, or the author of a commit not ours. */
    public String by() {
        return by;
    }

    /** The operation id, when it is ours. */
    public Optional<String> operation() {
        return Optional.ofNullable(operation);
    }

    /** The files it changed. */
    public List<String> paths() {
        return paths;
    }
}
