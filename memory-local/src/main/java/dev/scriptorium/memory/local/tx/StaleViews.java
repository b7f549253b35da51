package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.StoredTopic;
import dev.scriptorium.memory.markdown.normalize.TopicSummary;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.view.Timeline;
import dev.scriptorium.memory.markdown.view.TimelineEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the views on disk do not show yet: the topics that changed since they were written, and the dates whose entries
 * did. Not safe for use by several threads.
 */
final class StaleViews {
    private boolean everything = true;
    private final SortedSet<TopicPath> topics = new TreeSet<>();
    private final SortedSet<String> dates = new TreeSet<>();

    /** Whether nothing is known about the views, so that all of them have to be made anew. */
    boolean everything() {
        return everything;
    }

    /** The topics that changed, in path order. */
    SortedSet<TopicPath> topics() {
        return topics;
    }

    /** The dates whose entries changed. */
    SortedSet<String> dates() {
        return dates;
    }

    boolean isEmpty() {
        return !everything && topics.isEmpty();
    }

    /** Nothing is known about the views. */
    void distrust() {
        everything = true;
    }

    /** The views show everything. */
    void clear() {
        everything = false;
        topics.clear();
        dates.clear();
    }

    /** One state has followed on another. */
    void follow(Snapshot before, Snapshot after) {
        if (everything) {
            return;
        }
        Set<TopicPath> changed = new TreeSet<>();
        for (String path : before.differences(after)) {
            if (path.startsWith(TopicPath.ROOT)) {
                changed.add(new TopicPath(path));
            }
        }
        if (before.sources() != after.sources()) {
            // A citation that led nowhere may lead somewhere now, or the other way round.
            changed.addAll(before.unresolved());
            changed.addAll(after.unresolved());
        }
        for (TopicPath path : changed) {
            topics.add(path);
            dates.addAll(datesOf(path, before, after));
        }
    }

    private static Set<String> datesOf(TopicPath path, Snapshot before, Snapshot after) {
        try {
            Map<String, List<TimelineEntry>> then = entries(path, before);
            Map<String, List<TimelineEntry>> now = entries(path, after);
            Set<String> dates = new HashSet<>(then.keySet());
            dates.addAll(now.keySet());
            dates.removeIf(date -> then.getOrDefault(date, List.of()).equals(now.getOrDefault(date, List.of())));
            return dates;
        } catch (MemoryException e) {
            // What stood there before an edit by hand is gone: any of its dates may be meant.
            Set<String> dates = new HashSet<>(dates(path, before));
            dates.addAll(dates(path, after));
            return dates;
        }
    }

    private static Map<String, List<TimelineEntry>> entries(TopicPath path, Snapshot state) {
        Map<String, List<TimelineEntry>> entries = new HashMap<>();
        state.topics()
                .topic(path)
                .ifPresent(topic -> RecordReader.read(topic, state.sources())
                        .forEach(record -> Timeline.entries(record)
                                .forEach(entry -> entries.computeIfAbsent(entry.when(), when -> new ArrayList<>())
                                        .add(entry))));
        return entries;
    }

    private static List<String> dates(TopicPath path, Snapshot state) {
        Optional<StoredTopic> topic = state.topics().stored(path);
        return topic.map(StoredTopic::summary).map(TopicSummary::dates).orElse(List.of());
    }
}
