package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The blocks as they are committed, by id; each topic is looked through once. */
final class FormerBlocks {
    private final CommittedTopics committed;
    private final Map<TopicPath, Map<String, Former>> topics = new HashMap<>();

    FormerBlocks(CommittedTopics committed) {
        this.committed = committed;
    }

    /** A block and the topic that holds it. */
    record Former(Topic topic, Block block) {}

    /** The committed block that answers to an id. */
    Optional<Former> of(String id) {
        return committed
                .topicOf(id)
                .flatMap(path -> Optional.ofNullable(
                        topics.computeIfAbsent(path, this::byId).get(id)));
    }

    /** The committed blocks under the ids of a block, in the order of the ids. */
    List<Former> of(Block block) {
        return EditedTopics.ids(block).stream().flatMap(id -> of(id).stream()).toList();
    }

    private Map<String, Former> byId(TopicPath path) {
        Map<String, Former> blocks = new HashMap<>();
        committed
                .topic(path)
                .ifPresent(topic -> topic.blocks().forEach(block -> {
                    Former former = new Former(topic, block);
                    EditedTopics.ids(block).forEach(id -> blocks.putIfAbsent(id, former));
                }));
        return blocks;
    }
}
