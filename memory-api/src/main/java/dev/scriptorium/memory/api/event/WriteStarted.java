package dev.scriptorium.memory.api.event;

/**
 * A writer has been handed a batch. Immutable.
 *
 * @since 0.1
 */
public final class WriteStarted extends MemoryEvent {
    private final boolean force;
    private final int turns;

    private WriteStarted(Operation operation, boolean force, int turns) {
        super(operation);
        this.force = force;
        this.turns = turns;
    }

    /**
     * A pass that begins.
     *
     * @param operation what it belongs to
     * @param force whether the host asked to write below the threshold
     * @param turns turns that are written when it holds; the beginning of a long turn counts for none
     */
    public static WriteStarted of(Operation operation, boolean force, int turns) {
        return new WriteStarted(operation, force, turns);
    }

    /** Whether the host asked to write below the threshold. */
    public boolean force() {
        return force;
    }

    /** Turns in the batch. */
    public int turns() {
        return turns;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.writeStarted(this);
    }

    @Override
    String details() {
        return "force=" + force + ", turns=" + turns;
    }
}
