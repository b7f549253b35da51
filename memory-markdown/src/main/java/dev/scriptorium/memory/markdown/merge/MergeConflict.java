package dev.scriptorium.memory.markdown.merge;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.Optional;

/**
 * One place of a topic that both sides changed, each in its own way. Immutable.
 *
 * @since 0.1
 */
public final class MergeConflict {
    private final TopicPath path;
    private final Optional<BlockId> block;
    private final int line;

    /**
     * A conflict.
     *
     * @param line where it is in theirs, from 1
     */
    MergeConflict(TopicPath path, Optional<BlockId> block, int line) {
        this.path = path;
        this.block = block;
        this.line = line;
    }

    /** The topic. */
    public TopicPath path() {
        return path;
    }

    /** The block; empty when it has no id, or when it is no block that both sides changed. */
    public Optional<BlockId> block() {
        return block;
    }

    /** The path with the block's id, or, without one, with the line in theirs. */
    @Override
    public String toString() {
        return path + block.map(id -> " ^" + id).orElse(" line " + line);
    }
}
