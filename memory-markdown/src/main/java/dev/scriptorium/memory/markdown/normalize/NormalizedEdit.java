package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.EvidenceId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An edit made canonical: the files that differ from what is committed, and the ids it was given. Immutable.
 *
 * @since 0.1
 */
public final class NormalizedEdit {
    private final SortedMap<TopicPath, Optional<String>> files;
    private final Map<String, BlockId> blockIds;
    private final Map<String, EvidenceId> evidenceIds;
    private final SortedSet<BlockId> removed;

    NormalizedEdit(
            Map<TopicPath, Optional<String>> files,
            Map<String, BlockId> blockIds,
            Map<String, EvidenceId> evidenceIds,
            java.util.Set<BlockId> removed) {
        this.files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
        this.blockIds = Collections.unmodifiableMap(new TreeMap<>(blockIds));
        this.evidenceIds = Collections.unmodifiableMap(new TreeMap<>(evidenceIds));
        this.removed = Collections.unmodifiableSortedSet(new TreeSet<>(removed));
    }

    /** The same with other files: those that are to be written although their text is what is committed. */
    public NormalizedEdit saying(Map<TopicPath, Optional<String>> texts) {
        return new NormalizedEdit(texts, blockIds, evidenceIds, removed);
    }

    /** The new text of every file that changes; empty where it goes. */
    public SortedMap<TopicPath, Optional<String>> files() {
        return files;
    }

    /** The ids given to new blocks, by {@code path#n}, where n counts from 0 within the file. */
    public Map<String, BlockId> blockIds() {
        return blockIds;
    }

    /** The stable labels that replaced local ones, by local label, or {@code path#label} where several files use it. */
    public Map<String, EvidenceId> evidenceIds() {
        return evidenceIds;
    }

    /** The ids that exist no longer. */
    public SortedSet<BlockId> removed() {
        return removed;
    }
}
