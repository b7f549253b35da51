package dev.scriptorium.memory.api.event;

import dev.scriptorium.memory.api.ref.BlockId;
import java.util.List;

/**
 * What a person changed in their own editor is now part of the memory. Immutable.
 *
 * @since 0.1
 */
public final class OutsideEditAdopted extends MemoryEvent {
    private final List<String> paths;
    private final List<BlockId> removed;

    private OutsideEditAdopted(Operation operation, List<String> paths, List<BlockId> removed) {
        super(operation);
        this.paths = List.copyOf(paths);
        this.removed = List.copyOf(removed);
    }

    /**
     * An edit that was taken over.
     *
     * @param operation what it belongs to
     * @param paths workspace paths of the files, in path order
     * @param removed the blocks that the edit removed
     */
    public static OutsideEditAdopted of(Operation operation, List<String> paths, List<BlockId> removed) {
        return new OutsideEditAdopted(operation, paths, removed);
    }

    /** Workspace paths of the files, in path order. */
    public List<String> paths() {
        return paths;
    }

    /** The blocks that the edit removed. */
    public List<BlockId> removed() {
        return removed;
    }

    @Override
    public void deliverTo(MemoryListener listener) {
        listener.outsideEditAdopted(this);
    }

    @Override
    String details() {
        return "paths=" + paths + ", removed=" + removed;
    }
}
