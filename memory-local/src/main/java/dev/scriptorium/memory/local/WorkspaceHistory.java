package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import java.util.List;
import java.util.Optional;

/**
 * What changed, when and by whom.
 *
 * @since 0.1
 */
public interface WorkspaceHistory {

    /**
     * Commits, newest first.
     *
     * @param path only those that touched this file; empty for all
     */
    List<HistoryEntry> log(Optional<String> path, int limit);

    /** Commits that changed the file of a block while the block's text changed, newest first. */
    List<HistoryEntry> log(BlockId block, int limit);

    /**
     * Why a block is here: its words, the exact words of every turn it cites, and the commits that changed it.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code MEMORY_NOT_FOUND}
     */
    BlockOrigin why(BlockId block);
}
