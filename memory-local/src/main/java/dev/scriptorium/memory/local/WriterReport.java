package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.write.FailureCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the writer did last. Immutable.
 *
 * @since 0.1
 */
public final class WriterReport {
    private final @Nullable String lastOutcome;
    private final @Nullable String lastSuccessAt;
    private final @Nullable String lastFailureAt;
    private final @Nullable FailureCode lastFailureCode;
    private final boolean lastFailureRetryable;

    WriterReport(
            @Nullable String lastOutcome,
            @Nullable String lastSuccessAt,
            @Nullable String lastFailureAt,
            @Nullable FailureCode lastFailureCode,
            boolean lastFailureRetryable) {
        this.lastOutcome = lastOutcome;
        this.lastSuccessAt = lastSuccessAt;
        this.lastFailureAt = lastFailureAt;
        this.lastFailureCode = lastFailureCode;
        this.lastFailureRetryable = lastFailureRetryable;
    }

    /** {@code success} or {@code failure}; empty before the first pass. */
    public Optional<String> lastOutcome() {
        return Optional.ofNullable(lastOutcome);
    }

    /** When it last succeeded, ISO 8601. */
    public Optional<String> lastSuccessAt() {
        return Optional.ofNullable(lastSuccessAt);
    }

    /** When it last failed, ISO 8601. */
    public Optional<String> lastFailureAt() {
        return Optional.ofNullable(lastFailureAt);
    }

    /** Why it last failed. */
    public Optional<FailureCode> lastFailureCode() {
        return Optional.ofNullable(lastFailureCode);
    }

    /** Whether that was worth a retry. */
    public boolean lastFailureRetryable() {
        return lastFailureRetryable;
    }
}
