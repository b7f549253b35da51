package dev.scriptorium.memory.api.event;

/**
 * A person edited a derived file; it has been rendered again, and their text is kept beside. Immutable.
 *
 * @since 0.1
 */
public final class ViewEditKept extends MemoryEvent {
    private final String path;
    private final String keptAs;

    private ViewEditKept(Operation operation, String path, String keptAs) {
        super(operation);
        this.path = path;
        this.keptAs = keptAs;
    }

    /**
     * An edited view.
     *
     * @param operation what it belongs to
     * @param path workspace path of the view
     * @param keptAs workspace path under which the edited text is kept
     */
    public static ViewEditKept of(Operation operation, String path, String keptAs) {
        return new ViewEditKept(operation, path, keptAs);
    }

    /** Workspace path of the view. */
    public String path() {
        return path;
    }

    /** Workspace path under which the edited text is kept. */
    public String keptAs() {
        return keptAs;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.viewEditKept(this);
    }

    @Override
    String details() {
        return "path=" + path + ", keptAs=" + keptAs;
    }
}
