package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Link;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All topics of one state, with what leads from ids, labels and links to files. Immutable: a change makes a new tree
 * that shares the topics that stayed.
 *
 * @since 0.1
 */
public final class TopicTree implements CommittedTopics {
    /** The tree without topics. */
    public static final TopicTree EMPTY =
            new TopicTree(new TreeMap<>(), new HashMap<>(), new HashMap<>(), new HashMap<>());

    private record Entry(String text, Topic topic) {}

    private final SortedMap<TopicPath, Entry> entries;
    private final Map<String, TopicPath> homes;
    private final Map<String, Set<TopicPath>> labels;
    private final Map<String, Set<TopicPath>> links;

    private TopicTree(
            SortedMap<TopicPath, Entry> entries,
            Map<String, TopicPath> homes,
            Map<String, Set<TopicPath>> labels,
            Map<String, Set<TopicPath>> links) {
        this.entries = entries;
        this.homes = homes;
        this.labels = labels;
        this.links = links;
    }

    /** The tree with these files replaced, added, or, where empty, gone. */
    public TopicTree with(Map<TopicPath, Optional<String>> changes) {
        if (changes.isEmpty()) {
            return this;
        }
        TopicTree next = new TopicTree(
                new TreeMap<>(entries), new HashMap<>(homes), new HashMap<>(labels), new HashMap<>(links));
        // First all that goes, so that a block which moves between two files keeps its new home.
        changes.keySet().forEach(next::remove);
        new TreeMap<>(changes).forEach((path, text) -> text.ifPresent(present -> next.add(path, present)));
        return next;
    }

    private void add(TopicPath path, String text) {
        Topic topic = TopicParser.parse(path, text);
        entries.put(path, new Entry(text, topic));
        EditedTopics.ids(topic).forEach(id -> homes.putIfAbsent(id, path));
        topic.definitions().keySet().forEach(label -> addTo(labels, label, path));
        linkedIds(topic).forEach(id -> addTo(links, id, path));
    }

    private void remove(TopicPath path) {
        Entry entry = entries.remove(path);
        if (entry != null) {
            EditedTopics.ids(entry.topic()).forEach(id -> homes.remove(id, path));
            entry.topic().definitions().keySet().forEach(label -> removeFrom(labels, label, path));
            linkedIds(entry.topic()).forEach(id -> removeFrom(links, id, path));
        }
    }

    private static Set<String> linkedIds(Topic topic) {
        Set<String> ids = new LinkedHashSet<>();
        for (Block block : topic.blocks()) {
            for (Link link : block.links()) {
                link.blockId().ifPresent(ids::add);
            }
        }
        return ids;
    }

    // The sets are never changed in place: older trees share them.
    private static void addTo(Map<String, Set<TopicPath>> map, String key, TopicPath path) {
        Set<TopicPath> more = new TreeSet<>(map.getOrDefault(key, Set.of()));
        more.add(path);
        map.put(key, more);
    }

    private static void removeFrom(Map<String, Set<TopicPath>> map, String key, TopicPath path) {
        Set<TopicPath> fewer = new TreeSet<>(map.getOrDefault(key, Set.of()));
        fewer.remove(path);
        if (fewer.isEmpty()) {
            map.remove(key);
        } else {
            map.put(key, fewer);
        }
    }

    @Override
    public Set<TopicPath> paths() {
        return Collections.unmodifiableSet(entries.keySet());
    }

    @Override
    public Optional<String> text(TopicPath path) {
        return Optional.ofNullable(entries.get(path)).map(Entry::text);
    }

    @Override
    public Optional<Topic> topic(TopicPath path) {
        return Optional.ofNullable(entries.get(path)).map(Entry::topic);
    }

    @Override
    public Optional<TopicPath> topicOf(String id) {
        return Optional.ofNullable(homes.get(id));
    }

    @Override
    public Set<TopicPath> defining(String label) {
        return Collections.unmodifiableSet(labels.getOrDefault(label, Set.of()));
    }

    @Override
    public Set<TopicPath> linkingTo(String id) {
        return Collections.unmodifiableSet(links.getOrDefault(id, Set.of()));
    }

    /** Every id, aliases included. */
    public Set<String> ids() {
        return Collections.unmodifiableSet(homes.keySet());
    }

    /** How many blocks there are; a merged one counts once. */
    public int blockCount() {
        int count = 0;
        for (Entry entry : entries.values()) {
            for (Block block : entry.topic().blocks()) {
                if (block.legacy() || !block.ids().isEmpty()) {
                    count++;
                }
            }
        }
        return count;
    }
}
