package dev.scriptorium.memory.api.event;

/**
 * So much vanished between two looks that nothing of it is adopted until a person says so. Immutable.
 *
 * @since 0.1
 */
public final class OutsideEditHeld extends MemoryEvent {
    private final int blocksGone;
    private final int blocksBefore;

    private OutsideEditHeld(Operation operation, int blocksGone, int blocksBefore) {
        super(operation);
        this.blocksGone = blocksGone;
        this.blocksBefore = blocksBefore;
    }

    /**
     * A mass deletion that is held.
     *
     * @param operation what it belongs to
     * @param blocksGone blocks that vanished
     * @param blocksBefore blocks there were before
     */
    public static OutsideEditHeld of(Operation operation, int blocksGone, int blocksBefore) {
        return new OutsideEditHeld(operation, blocksGone, blocksBefore);
    }

    /** Blocks that vanished. */
    public int blocksGone() {
        return blocksGone;
    }

    /** Blocks there were before. */
    public int blocksBefore() {
        return blocksBefore;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.outsideEditHeld(this);
    }

    @Override
    String details() {
        return "blocksGone=" + blocksGone + ", blocksBefore=" + blocksBefore;
    }
}
