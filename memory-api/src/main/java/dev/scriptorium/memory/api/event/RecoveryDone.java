package dev.scriptorium.memory.api.event;

/**
 * A transaction that a crash cut short was finished or undone. Immutable.
 *
 * @since 0.1
 */
public final class RecoveryDone extends MemoryEvent {
    private final int completed;
    private final int dropped;

    private RecoveryDone(Operation operation, int completed, int dropped) {
        super(operation);
        this.completed = completed;
        this.dropped = dropped;
    }

    /**
     * A recovery.
     *
     * @param operation what it belongs to
     * @param completed entries past their commit point that were completed
     * @param dropped entries before their commit point that were dropped
     */
    public static RecoveryDone of(Operation operation, int completed, int dropped) {
        return new RecoveryDone(operation, completed, dropped);
    }

    /** Entries past their commit point that were completed. */
    public int completed() {
        return completed;
    }

    /** Entries before their commit point that were dropped. */
    public int dropped() {
        return dropped;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.recoveryDone(this);
    }

    @Override
    String details() {
        return "completed=" + completed + ", dropped=" + dropped;
    }
}
