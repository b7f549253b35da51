package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.view.Timeline;
import dev.scriptorium.memory.markdown.view.TimelineEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The timeline entries of the dates that were asked for lately, so that one more entry of a busy day does not cost
 * reading every topic of that day again. Not safe for use by several threads.
 */
final class DatedEntries {
    private static final int DATES = 16;
    private static final int TOPICS = 1_024;

    private final Map<String, Map<TopicPath, Read>> lately = new LinkedHashMap<>(DATES, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Map<TopicPath, Read>> eldest) {
            return size() > DATES;
        }
    };

    /** What was read of a topic, and the hash of what it was read from. */
    private record Read(String hash, List<TimelineEntry> entries) {}

    /** The entries of a date, topics in path order. */
    List<TimelineEntry> entries(Snapshot state, String when) {
        SortedSet<TopicPath> topics = state.topics().dated(when);
        Map<TopicPath, Read> known = lately.getOrDefault(when, Map.of());
        Map<TopicPath, Read> now = new HashMap<>();
        List<TimelineEntry> entries = new ArrayList<>();
        for (TopicPath topic : topics) {
            Read read = read(state, topic, when, known.get(topic));
            entries.addAll(read.entries());
            now.put(topic, read);
        }
        if (topics.size() <= TOPICS) {
            lately.put(when, now);
        } else {
            lately.remove(when);
        }
        return entries;
    }

    private static Read read(Snapshot state, TopicPath topic, String when, @Nullable Read known) {
        Optional<String> hash = state.hash(topic.value());
        // What does not rest on the file alone is read again: a citation that led nowhere, a version before a broken
        // one.
        boolean firm = hash.isPresent()
                && !state.unresolved().contains(topic)
                && !state.quarantined().containsKey(topic);
        if (firm && known != null && known.hash().equals(hash.get())) {
            return known;
        }
        List<TimelineEntry> entries = new ArrayList<>();
        for (MemoryRecord record : ShownViews.records(state, topic)) {
            for (TimelineEntry entry : Timeline.entries(record)) {
                if (entry.when().equals(when)) {
                    entries.add(entry);
                }
            }
        }
        return new Read(firm ? hash.get() : "", entries);
    }
}
