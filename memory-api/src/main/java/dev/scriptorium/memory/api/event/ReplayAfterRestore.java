package dev.scriptorium.memory.api.event;

/**
 * Turns carry a mark and are not in the archive, as after restoring a backup; they are pending again. Immutable.
 *
 * @since 0.1
 */
public final class ReplayAfterRestore extends MemoryEvent {
    private final int turns;

    private ReplayAfterRestore(Operation operation, int turns) {
        super(operation);
        this.turns = turns;
    }

    /**
     * Turns that will be written again.
     *
     * @param operation what it belongs to
     * @param turns turns pending again
     */
    public static ReplayAfterRestore of(Operation operation, int turns) {
        return new ReplayAfterRestore(operation, turns);
    }

    /** Turns pending again. */
    public int turns() {
        return turns;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.replayAfterRestore(this);
    }

    @Override
    String details() {
        return "turns=" + turns;
    }
}
