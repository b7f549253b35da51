package dev.scriptorium.memory.api.event;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import java.util.List;

/**
 * A change is installed: a writer's, an organiser's or a person's. Immutable.
 *
 * @since 0.1
 */
public final class WriteCommitted extends MemoryEvent {
    private final Revision revision;
    private final int turns;
    private final int files;
    private final List<BlockId> removed;

    private WriteCommitted(Operation operation, Revision revision, int turns, int files, List<BlockId> removed) {
        super(operation);
        this.revision = revision;
        this.turns = turns;
        this.files = files;
        this.removed = List.copyOf(removed);
    }

    /**
     * A change that removed no block.
     *
     * @param operation what it belongs to
     * @param revision the workspace's revision after it
     * @param turns turns written by it; 0 when it folds in no session, or only the beginning of a long turn
     * @param files topics changed
     */
    public static WriteCommitted of(Operation operation, Revision revision, int turns, int files) {
        return new WriteCommitted(operation, revision, turns, files, List.of());
    }

    /** The same change, with the blocks it removed. */
    public WriteCommitted withRemoved(List<BlockId> blocks) {
        return new WriteCommitted(operation(), revision, turns, files, blocks);
    }

    /** The workspace's revision after it. */
    public Revision revision() {
        return revision;
    }

    /** Turns written by it; 0 when it folds in no session. */
    public int turns() {
        return turns;
    }

    /** Topics changed. */
    public int files() {
        return files;
    }

    /** The blocks it removed. */
    public List<BlockId> removed() {
        return removed;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.writeCommitted(this);
    }

    @Override
    String details() {
        return "revision=" + revision + ", turns=" + turns + ", files=" + files + ", removed=" + removed;
    }
}
