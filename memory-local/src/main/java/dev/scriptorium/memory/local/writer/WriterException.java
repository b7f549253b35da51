package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import org.jspecify.annotations.Nullable;

/**
 * A writer that could not do its work.
 *
 * @since 0.1
 */
public final class WriterException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient WriteFailure failure;

    /** A failure as the caller of {@code write} is to see it. */
    public WriterException(WriteFailure failure, @Nullable Throwable cause) {
        super(failure.toString(), cause);
        this.failure = failure;
    }

    /** Why. */
    public WriteFailure failure() {
        return failure == null ? WriteFailure.of(FailureCode.WRITER_FAILURE_UNKNOWN, "unknown") : failure;
    }
}
