package dev.scriptorium.memory.local;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the history stands. Immutable.
 *
 * @since 0.1
 */
public final class HistoryReport {
    private final @Nullable String head;
    private final int behind;
    private final @Nullable String reason;

    HistoryReport(@Nullable String head, int behind, @Nullable String reason) {
        this.head = head;
        this.behind = behind;
        this.reason = reason;
    }

    /** The latest commit. */
    public Optional<String> head() {
        return Optional.ofNullable(head);
    }

    /** How many installed changes no commit holds yet. */
    public int behind() {
        return behind;
    }

    /** Why it is behind. */
    public Optional<String> reason() {
        return Optional.ofNullable(reason);
    }
}
