package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What a writer was shown of a memory: whole topics, and single blocks of others. Not thread-safe. */
final class Shown {
    private final Set<TopicPath> topics = new TreeSet<>();
    private final Map<TopicPath, Set<BlockId>> blocks = new TreeMap<>();

    /** The writer reads a topic, or asks for it. */
    void topic(TopicPath path) {
        topics.add(path);
    }

    /** The writer is shown a block. */
    void block(TopicPath path, BlockId id) {
        blocks.computeIfAbsent(path, key -> new HashSet<>()).add(id);
    }

    /** How many blocks it was shown of those that there are. */
    int blocks(TopicTree of) {
        int count = of.blockCount(topics);
        for (Map.Entry<TopicPath, Set<BlockId>> some : blocks.entrySet()) {
            count += topics.contains(some.getKey()) ? 0 : some.getValue().size();
        }
        return count;
    }

    /** Every record it was shown. */
    void forEachRecord(Transactions transactions, Snapshot base, Consumer<MemoryRecord> action) {
        Set<TopicPath> all = new TreeSet<>(topics);
        all.addAll(blocks.keySet());
        transactions.forEachRecord(base, all, memory -> {
            TopicPath path = memory.topicPath();
            if (topics.contains(path) || blocks.getOrDefault(path, Set.of()).contains(memory.id())) {
                action.accept(memory);
            }
        });
    }
}
