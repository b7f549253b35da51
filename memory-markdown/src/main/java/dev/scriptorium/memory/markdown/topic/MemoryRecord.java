package dev.scriptorium.memory.markdown.topic;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block with its evidence, under one of its ids: what views, search and references are made from. A merged block
 * gives one record for each id.
 *
 * @param id the id; {@code mem_…} for a record from before block ids
 * @param own whether it is the block's own id, the last of its run
 * @param content the words without citations and ids
 * @param when the first date of its evidence; null when there is none
 * @param sourceRefs its sources, each once, in order of first citation
 * @param sourceLinks their targets
 * @param sourceLabels their display texts
 * @param topicPath the topic
 * @param headings the headings above
 * @param line first line of the block, from 0
 * @param evidence one for each citation; empty for a record from before block ids
 * @param resolved whether every source of every citation resolves
 * @param relationTargets ids of the blocks it links to, in order
 * @since 0.1
 */
public record MemoryRecord(
        BlockId id,
        boolean own,
        String content,
        @Nullable String when,
        List<SourceRef> sourceRefs,
        List<String> sourceLinks,
        List<String> sourceLabels,
        TopicPath topicPath,
        List<String> headings,
        int line,
        List<Evidence> evidence,
        boolean resolved,
        List<BlockId> relationTargets) {

    /** Copies the lists. */
    public MemoryRecord {
        sourceRefs = List.copyOf(sourceRefs);
        sourceLinks = List.copyOf(sourceLinks);
        sourceLabels = List.copyOf(sourceLabels);
        headings = List.copyOf(headings);
        evidence = List.copyOf(evidence);
        relationTargets = List.copyOf(relationTargets);
    }

    /** The distinct dates of its evidence, in order. */
    public List<String> dates() {
        if (evidence.isEmpty()) {
            return when == null ? List.of() : List.of(when);
        }
        return evidence.stream()
                .map(Evidence::when)
                .filter(java.util.Objects::nonNull)
                .distinct()
                .toList();
    }
}
