package dev.scriptorium.memory.api.write;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns are still unwritten, and why. Nothing of them is lost. Immutable.
 *
 * @since 0.1
 */
public final class WriteFailure {
    private final FailureCode code;
    private final String reason;
    private final boolean retryable;
    private final @Nullable Duration retryAfter;

    private WriteFailure(FailureCode code, String reason, boolean retryable, @Nullable Duration retryAfter) {
        this.code = code;
        this.reason = reason;
        this.retryable = retryable;
        this.retryAfter = retryAfter;
    }

    /** A failure as transient as its code says. */
    public static WriteFailure of(FailureCode code, String reason) {
        return new WriteFailure(code, reason, code.retryable(), null);
    }

    /** The same failure with its own verdict. */
    public WriteFailure withRetryable(boolean verdict) {
        return new WriteFailure(code, reason, verdict, retryAfter);
    }

    /** The same failure, not worth a retry before this much time has passed. */
    public WriteFailure withRetryAfter(Duration delay) {
        return new WriteFailure(code, reason, retryable, delay);
    }

    /** Why, from the closed set. */
    public FailureCode code() {
        return code;
    }

    /** Why, for people; holds no text of a conversation. */
    public String reason() {
        return reason;
    }

    /** Whether a later call may succeed without any change. */
    public boolean retryable() {
        return retryable;
    }

    /** How long to wait before a retry, when somebody said. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    @Override
    public String toString() {
        return code + (retryable ? " (retryable): " : ": ") + reason;
    }
}
