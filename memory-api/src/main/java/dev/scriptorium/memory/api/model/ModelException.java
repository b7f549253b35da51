package dev.scriptorium.memory.api.model;

import dev.scriptorium.memory.api.write.FailureCode;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An exchange without a reply, and whether it is worth another try.
 *
 * @since 0.1
 */
public final class ModelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FailureCode code;
    private final boolean retryable;
    private final @Nullable Duration retryAfter;

    /**
     * A failure as transient as its code says.
     *
     * @param code one of the {@code MODEL_} codes
     * @param message for people; holds no text of a conversation
     * @throws IllegalArgumentException when the code is not about a model
     */
    public ModelException(FailureCode code, String message) {
        this(code, message, null);
    }

    /**
     * A failure as transient as its code says, with its cause.
     *
     * @param code one of the {@code MODEL_} codes
     * @param message for people; holds no text of a conversation
     * @throws IllegalArgumentException when the code is not about a model
     */
    public ModelException(FailureCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        if (!code.name().startsWith("MODEL_")) {
            throw new IllegalArgumentException("not a failure of a model: " + code);
        }
        this.code = code;
        this.retryable = code.retryable();
        this.retryAfter = null;
    }

    private ModelException(ModelException origin, boolean retryable, @Nullable Duration retryAfter) {
        super(origin.getMessage(), origin.getCause());
        this.code = origin.code;
        this.retryable = retryable;
        this.retryAfter = retryAfter;
        setStackTrace(origin.getStackTrace());
    }

    /** The same failure with its own verdict. */
    public ModelException withRetryable(boolean verdict) {
        return new ModelException(this, verdict, retryAfter);
    }

    /** The same failure, not worth a retry before this much time has passed. */
    public ModelException withRetryAfter(Duration delay) {
        return new ModelException(this, retryable, delay);
    }

    /** Why, from the closed set; one of the {@code MODEL_} codes. */
    public FailureCode code() {
        return code;
    }

    /** Whether the same request may succeed later. */
    public boolean retryable() {
        return retryable;
    }

    /** How long to wait before a retry, when the vendor said. */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
