package dev.scriptorium.memory.api.event;

/**
 * The search index was made anew, because it was missing, old or not to be trusted. Immutable.
 *
 * @since 0.1
 */
public final class IndexRebuilt extends MemoryEvent {
    private final int documents;

    private IndexRebuilt(Operation operation, int documents) {
        super(operation);
        this.documents = documents;
    }

    /**
     * A new index.
     *
     * @param operation what it belongs to
     * @param documents blocks and archived turns in it
     */
    public static IndexRebuilt of(Operation operation, int documents) {
        return new IndexRebuilt(operation, documents);
    }

    /** Blocks and archived turns in it. */
    public int documents() {
        return documents;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.indexRebuilt(this);
    }

    @Override
    String details() {
        return "documents=" + documents;
    }
}
