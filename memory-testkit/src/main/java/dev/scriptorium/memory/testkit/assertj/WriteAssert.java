package dev.scriptorium.memory.testkit.assertj;

import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

/**
 * Assertions over what {@code write} answered.
 *
 * @since 0.1
 */
public final class WriteAssert extends AbstractAssert<WriteAssert, Optional<WriteFailure>> {

    WriteAssert(Optional<WriteFailure> actual) {
        super(actual, WriteAssert.class);
    }

    /** Fails when something went wrong. */
    public WriteAssert succeeded() {
        isNotNull();
        actual.ifPresent(failure -> failWithMessage("expected nothing to go wrong, but %s", failure));
        return this;
    }

    /** Fails unless it failed with this code. */
    public WriteAssert failedWith(FailureCode code) {
        isNotNull();
        if (actual.map(WriteFailure::code).filter(code::equals).isEmpty()) {
            failWithMessage("expected %s, got %s", code, described());
        }
        return this;
    }

    /** Fails unless a later call may succeed by itself. */
    public WriteAssert retryable() {
        return retryable(true);
    }

    /** Fails unless a later call would fail again. */
    public WriteAssert notRetryable() {
        return retryable(false);
    }

    private WriteAssert retryable(boolean wanted) {
        isNotNull();
        if (actual.map(WriteFailure::retryable).filter(found -> found == wanted).isEmpty()) {
            failWithMessage("expected a failure that is%s retryable, got %s", wanted ? "" : " not", described());
        }
        return this;
    }

    /** Fails unless the reason names all of this. */
    public WriteAssert because(String... words) {
        isNotNull();
        String reason = actual.map(WriteFailure::reason).orElse("");
        for (String word : words) {
            if (!reason.contains(word)) {
                failWithMessage("expected the reason to name \"%s\", got %s", word, described());
            }
        }
        return this;
    }

    private String described() {
        return actual.map(WriteFailure::toString).orElse("success");
    }
}
