package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import java.util.List;
import java.util.Optional;

/**
 * What changed, when and by whom; what it rests on; and the way back. Safe for use by several threads.
 *
 * <p>A commit is named by its id or the beginning of it, at least four digits, if only one begins so. Where a person
 * merged branches, files and blocks are followed along the first of the commits that came together: what the other side
 * did is what the merge did.
 *
 * @since 0.1
 */
public interface WorkspaceHistory {

    /**
     * Commits, newest first; none when history is off.
     *
     * @param path only those that touched this file, also under the names it had before, or a file below this
     *     directory; with or without {@code topics/}; empty for all
     * @param limit at most so many
     * @throws dev.scriptorium.memory.api.MemoryException {@code STORAGE_UNAVAILABLE} when the history cannot be read
     */
    List<HistoryEntry> log(Optional<String> path, int limit);

    /**
     * The commits that changed a block, newest first, each once: its words, evidence, ids or place. A block is followed
     * by its ids: to other files, through merges and splits, through times when it was gone; it need not be there now.
     *
     * @param limit at most so many
     * @throws dev.scriptorium.memory.api.MemoryException {@code MEMORY_NOT_FOUND} when neither the topics nor the
     *     history know the id; {@code STORAGE_UNAVAILABLE} when the history cannot be read
     */
    List<BlockChange> log(BlockId block, int limit);

    /**
     * The difference of two states: topics and {@code core.md} as text, archives by the number of their turns.
     *
     * @param from a commit
     * @param to a commit; empty for the state now
     * @throws dev.scriptorium.memory.api.MemoryException {@code MEMORY_NOT_FOUND} when there is no such commit, or
     *     history is off; {@code STORAGE_UNAVAILABLE} when the history cannot be read
     */
    HistoryDiff diff(String from, Optional<String> to);

    /**
     * Why a block is here: its words, the exact words of every turn it cites, and the commits that changed it, with its
     * earlier wordings. Of a block that was removed, how it stood last. An archive that is gone or was changed, and a
     * history that cannot be read, are said in the answer.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code MEMORY_NOT_FOUND} when neither the topics nor the
     *     history know the id
     */
    BlockOrigin why(BlockId block);

    /**
     * Gives all topics the texts they had in a commit, by a new transaction; topics that it does not hold go. Archives
     * are only ever appended to, so they stay as they are, and so do marks. Nothing happens when all is so already.
     *
     * @param caller on whose behalf
     * @throws dev.scriptorium.memory.api.MemoryException {@code NOT_PERMITTED} when the caller is not the owner;
     *     {@code MEMORY_NOT_FOUND} when there is no such commit, or history is off; {@code INVALID_TOPIC_FORMAT} with
     *     every violation when the old state breaks a rule today, such as citing what is no longer archived;
     *     {@code CONCURRENT_UPDATE}, {@code WORKSPACE_BUSY}, {@code STORAGE_UNAVAILABLE} as for every change. Nothing
     *     has changed then
     */
    RestoreReport restore(SourceProvenance caller, String commit);

    /**
     * Gives one topic the text it had in a commit. Blocks that were added since go; those that stand in another topic
     * now are refused as duplicates.
     *
     * @param path of a topic, with or without {@code topics/}
     * @throws dev.scriptorium.memory.api.MemoryException as {@link #restore(SourceProvenance, String)};
     *     {@code MEMORY_NOT_FOUND} when the commit does not hold the file; {@code READ_ONLY_PATH} when it is no topic
     */
    RestoreReport restore(SourceProvenance caller, String commit, String path);

    /**
     * Gives one block the words and the evidence it had in a commit: where it stands now; or, where it is gone, in the
     * file it stood in then, beside its old neighbour. A block that has absorbed others since becomes what all of them
     * were.
     *
     * @throws dev.scriptorium.memory.api.MemoryException as {@link #restore(SourceProvenance, String)};
     *     {@code MEMORY_NOT_FOUND} when the commit does not hold the block
     */
    RestoreReport restore(SourceProvenance caller, String commit, BlockId block);
}
