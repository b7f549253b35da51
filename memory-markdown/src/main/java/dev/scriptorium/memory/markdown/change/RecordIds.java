package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The ids that blocks answer to, those of old records included. */
final class RecordIds {
    private RecordIds() {}

    /** In the order of the block, each once. */
    static List<String> of(Block block) {
        if (!block.legacy()) {
            return block.ids();
        }
        return List.copyOf(labels(block));
    }

    static Set<String> of(Topic topic) {
        Set<String> ids = new LinkedHashSet<>();
        topic.blocks().forEach(block -> ids.addAll(of(block)));
        return ids;
    }

    /** The labels that a block cites, in order, each once. */
    static Set<String> labels(Block block) {
        Set<String> labels = new LinkedHashSet<>();
        for (CitationGroup group : block.groups()) {
            labels.addAll(group.labels());
        }
        return labels;
    }
}
