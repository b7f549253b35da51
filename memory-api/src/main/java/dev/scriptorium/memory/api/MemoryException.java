package dev.scriptorium.memory.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call to the workspace that was refused or failed. Unless a method documents otherwise, nothing has changed when it
 * is thrown.
 *
 * @since 0.1
 */
public final class MemoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;
    private final transient List<Violation> violations;

    /** A refusal with a message only. */
    public MemoryException(ErrorCode code, String message) {
        this(code, message, List.of(), null);
    }

    /** A failure with its cause. */
    public MemoryException(ErrorCode code, String message, @Nullable Throwable cause) {
        this(code, message, List.of(), cause);
    }

    /** A refusal that names the places. */
    public MemoryException(ErrorCode code, String message, List<Violation> violations) {
        this(code, message, violations, null);
    }

    private MemoryException(ErrorCode code, String message, List<Violation> violations, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.violations = List.copyOf(violations);
    }

    /** Why; from the closed set. */
    public ErrorCode code() {
        return code;
    }

    /** Whether the same call may succeed later. */
    public boolean retryable() {
        return code.retryable();
    }

    /** The broken rules with their places; empty when the refusal is about no text. */
    public List<Violation> violations() {
        return violations == null ? List.of() : violations;
    }
}
