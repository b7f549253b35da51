package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The records of every topic, read again only where the topic is another object than before, or had a source that
 * did not resolve. Not thread-safe.
 */
final class Records {
    private record Read(Topic topic, List<MemoryRecord> records, boolean resolved) {}

    private final Map<TopicPath, Read> reads = new HashMap<>();

    /** All records of a state, topics in path order. */
    List<MemoryRecord> of(Snapshot snapshot) {
        List<MemoryRecord> all = new ArrayList<>();
        for (TopicPath path : snapshot.topics().paths()) {
            Topic topic = snapshot.topics().topic(path).orElseThrow();
            Read read = reads.get(path);
            if (read == null || read.topic() != topic || !read.resolved()) {
                List<MemoryRecord> records = RecordReader.read(topic, snapshot.sources());
                read = new Read(topic, records, records.stream().allMatch(MemoryRecord::resolved));
                reads.put(path, read);
            }
            all.addAll(read.records());
        }
        reads.keySet().retainAll(snapshot.topics().paths());
        return all;
    }
}
