package dev.scriptorium.memory.local.writer;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a writer ended. Immutable.
 *
 * @since 0.1
 */
public final class WriterOutcome {
    private static final WriterOutcome EDITED = new WriterOutcome(null);

    private final @Nullable String reason;

    private WriterOutcome(@Nullable String reason) {
        this.reason = reason;
    }

    /** It edited the stage. Ending so without an edit is no progress, and marks nothing. */
    public static WriterOutcome edited() {
        return EDITED;
    }

    /** The batch holds nothing worth recording; it counts as written. */
    public static WriterOutcome nothingToRecord(String reason) {
        return new WriterOutcome(reason);
    }

    /** Why there is nothing to record; empty when it edited. */
    public Optional<String> nothingToRecord() {
        return Optional.ofNullable(reason);
    }
}
