package dev.scriptorium.memory.api.event;

/**
 * Changes are installed and not yet in the history; the next holder of the history lease commits them. Immutable.
 *
 * @since 0.1
 */
public final class HistoryBehind extends MemoryEvent {
    private final int entries;

    private HistoryBehind(Operation operation, int entries) {
        super(operation);
        this.entries = entries;
    }

    /**
     * A history that owes commits.
     *
     * @param operation what it belongs to
     * @param entries commits owed
     */
    public static HistoryBehind of(Operation operation, int entries) {
        return new HistoryBehind(operation, entries);
    }

    /** Commits owed. */
    public int entries() {
        return entries;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.historyBehind(this);
    }

    @Override
    String details() {
        return "entries=" + entries;
    }
}
