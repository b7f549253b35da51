package dev.scriptorium.memory.api.event;

import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.WriteFailure;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An organise pass is over, well or not. Immutable.
 *
 * @since 0.1
 */
public final class OrganiseEnded extends MemoryEvent {
    private final ReorganizeReport.Status status;
    private final int files;
    private final boolean retryable;
    private final @Nullable FailureCode code;

    private OrganiseEnded(Operation operation, ReorganizeReport report) {
        super(operation);
        this.status = report.status();
        this.files = report.changes().size();
        this.retryable = report.failure().map(WriteFailure::retryable).orElse(false);
        this.code = report.failure().map(WriteFailure::code).orElse(null);
    }

    /**
     * The end of an organise pass.
     *
     * @param operation what it belongs to
     * @param report what {@code reorganize} returned; the reason of a failure stays out of the event
     */
    public static OrganiseEnded of(Operation operation, ReorganizeReport report) {
        return new OrganiseEnded(operation, report);
    }

    /** How it ended. */
    public ReorganizeReport.Status status() {
        return status;
    }

    /** Topics changed. */
    public int files() {
        return files;
    }

    /** Whether a later call may succeed without any change; false when it did not fail. */
    public boolean retryable() {
        return retryable;
    }

    /** What went wrong; empty when it did not fail. */
    public Optional<FailureCode> code() {
        return Optional.ofNullable(code);
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.organiseEnded(this);
    }

    @Override
    String details() {
        return "status=" + status + ", files=" + files + ", retryable=" + retryable
                + (code == null ? "" : ", code=" + code);
    }
}
