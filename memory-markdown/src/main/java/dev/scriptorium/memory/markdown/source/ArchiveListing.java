package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.BitSet;
import java.util.List;

/**
 * What an index knows of one archive, to be written down and taken in again.
 *
 * @param path workspace path
 * @param appendPoint what an addition begins with
 * @param complete whether it was read to its end
 * @param refs its turns in order
 * @param pending which of them, by place, are pending
 * @since 0.1
 */
public record ArchiveListing(
        String path, AppendPoint appendPoint, boolean complete, List<SourceRef> refs, BitSet pending) {
    /** Copies the list and the set. */
    public ArchiveListing {
        refs = List.copyOf(refs);
        pending = (BitSet) pending.clone();
    }
}
