package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import java.util.HashSet;
import java.util.List;

/**
 * Another place for records, with their evidence, in the order given.
 *
 * @param ids every id of every record that moves; those of a merged record together and in its order
 * @param destination where they go
 * @since 0.1
 */
public record MoveRecords(List<BlockId> ids, Destination destination) implements MemoryChange {

    /**
     * Copies the list.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when there is no id, one is named twice, or the anchor is one of
     *     them
     */
    public MoveRecords {
        ids = List.copyOf(ids);
        if (ids.isEmpty()) {
            throw Refusal.invalid("memory_ids names at least one record");
        }
        HashSet<BlockId> seen = new HashSet<>();
        for (BlockId id : ids) {
            if (!seen.add(id)) {
                throw Refusal.invalid("memory_ids names ^" + id + " twice");
            }
        }
        BlockId anchor = destination.anchor();
        if (anchor != null && seen.contains(anchor)) {
            throw Refusal.invalid("the anchor ^" + anchor + " is one of the records that move");
        }
    }
}
