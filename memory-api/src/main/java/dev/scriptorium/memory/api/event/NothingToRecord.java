package dev.scriptorium.memory.api.event;

/**
 * The writer looked at a batch and found nothing that belongs into memory; its turns count as written. Immutable.
 *
 * <p>The one event with words in it: {@link #reason()} is the writer's own, may touch on what was said, and so is for
 * the owner's eyes and not for a log. {@link #toString()} leaves it out.
 *
 * @since 0.1
 */
public final class NothingToRecord extends MemoryEvent {
    private final int turns;
    private final String reason;

    private NothingToRecord(Operation operation, int turns, String reason) {
        super(operation);
        this.turns = turns;
        this.reason = reason;
    }

    /**
     * A batch without an edit.
     *
     * @param operation what it belongs to
     * @param turns turns written by it; the beginning of a long turn counts for none
     * @param reason why, in the writer's words
     */
    public static NothingToRecord of(Operation operation, int turns, String reason) {
        return new NothingToRecord(operation, turns, reason);
    }

    /** Turns in the batch. */
    public int turns() {
        return turns;
    }

    /** Why, in the writer's words; not for a log. */
    public String reason() {
        return reason;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.nothingToRecord(this);
    }

    @Override
    String details() {
        return "turns=" + turns;
    }
}
