package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The topics as they will be: the edited ones over the committed ones. */
final class EditedTopics {
    private final CommittedTopics committed;
    private final SortedMap<TopicPath, Optional<Topic>> topics;
    private final Map<String, List<TopicPath>> homes = new LinkedHashMap<>();

    EditedTopics(CommittedTopics committed, SortedMap<TopicPath, Optional<Topic>> topics) {
        this.committed = committed;
        this.topics = topics;
        topics.values()
                .forEach(topic -> topic.ifPresent(present -> ids(present)
                        .forEach(id -> homes.computeIfAbsent(id, key -> new ArrayList<>(1))
                                .add(present.path()))));
    }

    /** Every id that stands in a topic, in order, as often as it stands there. */
    static List<String> ids(Topic topic) {
        List<String> ids = new ArrayList<>();
        topic.blocks().forEach(block -> ids.addAll(ids(block)));
        return ids;
    }

    /** The ids that a block answers to: its own, or the labels of records from before block ids. */
    static List<String> ids(Block block) {
        return block.legacy()
                ? block.groups().stream()
                        .flatMap(group -> group.labels().stream())
                        .toList()
                : block.ids();
    }

    SortedMap<TopicPath, Optional<Topic>> topics() {
        return topics;
    }

    /** Where the edit puts an id, once for each time it stands there. */
    Map<String, List<TopicPath>> homes() {
        return homes;
    }

    /** The topic that will hold a block. */
    Optional<TopicPath> home(String id) {
        List<TopicPath> edited = homes.get(id);
        if (edited != null) {
            return Optional.of(edited.get(0));
        }
        return committed.topicOf(id).filter(path -> !topics.containsKey(path));
    }

    /** Ids of the edited topics that will stand nowhere. */
    Set<BlockId> removedIds() {
        Set<BlockId> removed = new TreeSet<>();
        for (TopicPath path : topics.keySet()) {
            committed
                    .topic(path)
                    .ifPresent(before -> ids(before).stream()
                            .filter(id -> home(id).isEmpty())
                            .forEach(id -> removed.add(new BlockId(id))));
        }
        return removed;
    }

    /** Makes the path of every block link agree with its id, also in topics that only link to what has moved. */
    void repairLinks() {
        Set<TopicPath> pulledIn = new LinkedHashSet<>();
        homes.forEach((id, paths) -> {
            Optional<TopicPath> before = committed.topicOf(id);
            if (before.isPresent() && !before.get().equals(paths.get(0))) {
                pulledIn.addAll(committed.linkingTo(id));
            }
        });
        pulledIn.removeAll(topics.keySet());
        topics.replaceAll((path, topic) -> topic.map(present -> BlockLinks.repair(present, this::home)));
        for (TopicPath path : pulledIn) {
            committed.topic(path).ifPresent(before -> {
                Topic repaired = BlockLinks.repair(before, this::home);
                if (repaired != before) {
                    topics.put(path, Optional.of(repaired));
                    ids(repaired)
                            .forEach(id -> homes.computeIfAbsent(id, key -> new ArrayList<>(1))
                                    .add(path));
                }
            });
        }
    }

    /** The texts that differ from the committed ones. */
    Map<TopicPath, Optional<String>> changes() {
        Map<TopicPath, Optional<String>> changes = new TreeMap<>();
        topics.forEach((path, topic) -> {
            Optional<String> text = topic.map(Topic::text);
            if (!text.equals(committed.text(path))) {
                changes.put(path, text);
            }
        });
        return changes;
    }
}
