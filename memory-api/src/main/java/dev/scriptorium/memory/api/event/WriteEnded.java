package dev.scriptorium.memory.api.event;

import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A write is over, well or not: what {@code write} returned, or would have returned to a caller that had waited.
 * Immutable.
 *
 * @since 0.1
 */
public final class WriteEnded extends MemoryEvent {
    private final boolean retryable;
    private final @Nullable FailureCode code;
    private final @Nullable Duration retryAfter;

    private WriteEnded(
            Operation operation, boolean retryable, @Nullable FailureCode code, @Nullable Duration retryAfter) {
        super(operation);
        this.retryable = retryable;
        this.code = code;
        this.retryAfter = retryAfter;
    }

    /**
     * The end of a write.
     *
     * @param operation what it belongs to
     * @param failure what went wrong; null when nothing did. Its reason stays out of the event
     */
    public static WriteEnded of(Operation operation, @Nullable WriteFailure failure) {
        return failure == null
                ? new WriteEnded(operation, false, null, null)
                : new WriteEnded(
                        operation,
                        failure.retryable(),
                        failure.code(),
                        failure.retryAfter().orElse(null));
    }

    /** Whether nothing went wrong. */
    public boolean ok() {
        return code == null;
    }

    /** Whether a later call may succeed without any change; false when nothing went wrong. */
    public boolean retryable() {
        return retryable;
    }

    /** What went wrong; empty when nothing did. */
    public Optional<FailureCode> code() {
        return Optional.ofNullable(code);
    }

    /** How long to wait before a retry, when somebody said. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.writeEnded(this);
    }

    @Override
    String details() {
        return "ok=" + ok() + ", retryable=" + retryable + (code == null ? "" : ", code=" + code);
    }
}
