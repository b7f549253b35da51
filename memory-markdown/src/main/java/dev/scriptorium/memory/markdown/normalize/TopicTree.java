package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * All topics of one state, with what leads from ids, labels and links to files. Immutable: a change makes a new tree
 * that shares with the one before nearly all it holds, at a cost that does not grow with the tree.
 *
 * @since 0.1
 */
public final class TopicTree implements CommittedTopics {
    /** The tree without topics. */
    public static final TopicTree EMPTY =
            new TopicTree(new TreeMap<>(), new TreeMap<>(), KeyIndex.EMPTY, Map.of(), 0, 0);

    private static final int MAX_CHANGED = 128;

    private final SortedMap<TopicPath, StoredTopic> base;
    private final SortedMap<TopicPath, Optional<StoredTopic>> changed;
    private final KeyIndex keys;
    /** How many topics there are in each directory. */
    private final Map<String, Integer> directories;

    private final int size;
    private final int blocks;

    private TopicTree(
            SortedMap<TopicPath, StoredTopic> base,
            SortedMap<TopicPath, Optional<StoredTopic>> changed,
            KeyIndex keys,
            Map<String, Integer> directories,
            int size,
            int blocks) {
        this.base = base;
        this.changed = changed;
        this.keys = keys;
        this.directories = directories;
        this.size = size;
        this.blocks = blocks;
    }

    private record InMemory(String text, Topic topic, TopicSummary summary) implements StoredTopic {
        static InMemory of(TopicPath path, String text) {
            Topic topic = TopicParser.parse(path, text);
            return new InMemory(text, topic, TopicSummary.of(topic));
        }
    }

    /** The tree with these files replaced, added, or, where empty, gone; their texts are kept in memory. */
    public TopicTree with(Map<TopicPath, Optional<String>> changes) {
        Map<TopicPath, Optional<StoredTopic>> stored = new HashMap<>();
        changes.forEach((path, text) -> stored.put(path, text.map(present -> InMemory.of(path, present))));
        return withStored(stored);
    }

    /** The tree with these topics replaced, added, or, where empty, gone. */
    public TopicTree withStored(Map<TopicPath, Optional<StoredTopic>> changes) {
        if (changes.isEmpty()) {
            return this;
        }
        Map<TopicPath, Optional<TopicSummary>> summaries = new HashMap<>();
        int nowSize = size;
        int nowBlocks = blocks;
        Map<String, Integer> nowDirectories = directories;
        for (Map.Entry<TopicPath, Optional<StoredTopic>> change : changes.entrySet()) {
            Optional<TopicSummary> before = summary(change.getKey());
            Optional<TopicSummary> after = change.getValue().map(StoredTopic::summary);
            summaries.put(change.getKey(), after);
            if (before.isPresent() != after.isPresent()) {
                nowDirectories = nowDirectories == directories ? new HashMap<>(directories) : nowDirectories;
                nowDirectories.merge(directory(change.getKey()), after.isPresent() ? 1 : -1, TopicTree::sum);
            }
            nowSize += (after.isPresent() ? 1 : 0) - (before.isPresent() ? 1 : 0);
            nowBlocks += after.map(TopicSummary::blocks).orElse(0)
                    - before.map(TopicSummary::blocks).orElse(0);
        }
        SortedMap<TopicPath, Optional<StoredTopic>> nowChanged = new TreeMap<>(changed);
        nowChanged.putAll(changes);
        KeyIndex nowKeys = keys.with(summaries, this::summary);
        if (nowChanged.size() <= MAX_CHANGED) {
            return new TopicTree(base, nowChanged, nowKeys, nowDirectories, nowSize, nowBlocks);
        }
        SortedMap<TopicPath, StoredTopic> merged = new TreeMap<>(base);
        nowChanged.forEach((path, topic) ->
                topic.ifPresentOrElse(present -> merged.put(path, present), () -> merged.remove(path)));
        return new TopicTree(merged, new TreeMap<>(), nowKeys, nowDirectories, nowSize, nowBlocks);
    }

    private static String directory(TopicPath path) {
        return path.value().substring(0, path.value().lastIndexOf('/'));
    }

    private static @Nullable Integer sum(int before, int change) {
        return before + change == 0 ? null : before + change;
    }

    @Override
    public Set<String> directories() {
        return Collections.unmodifiableSet(directories.keySet());
    }

    /** A topic as it is stored; empty when there is none. */
    public Optional<StoredTopic> stored(TopicPath path) {
        Optional<StoredTopic> now = changed.get(path);
        return now != null ? now : Optional.ofNullable(base.get(path));
    }

    private Optional<TopicSummary> summary(TopicPath path) {
        return stored(path).map(StoredTopic::summary);
    }

    /** Every path, in path order. Costs a walk over all of them. */
    @Override
    public Set<TopicPath> paths() {
        SortedSet<TopicPath> paths = new TreeSet<>(base.keySet());
        changed.forEach((path, topic) -> {
            if (topic.isPresent()) {
                paths.add(path);
            } else {
                paths.remove(path);
            }
        });
        return Collections.unmodifiableSet(paths);
    }

    /** How many topics there are. */
    public int size() {
        return size;
    }

    @Override
    public boolean contains(TopicPath path) {
        return stored(path).isPresent();
    }

    @Override
    public Optional<String> text(TopicPath path) {
        return stored(path).map(StoredTopic::text);
    }

    @Override
    public Optional<Topic> topic(TopicPath path) {
        return stored(path).map(StoredTopic::topic);
    }

    /** The topic that holds the block of this id; where several do, as after somebody copied a file, the first. */
    @Override
    public Optional<TopicPath> topicOf(String id) {
        SortedSet<TopicPath> homes = withKey(TopicSummary.id(id));
        return homes.isEmpty() ? Optional.empty() : Optional.of(homes.first());
    }

    @Override
    public Set<TopicPath> defining(String label) {
        return withKey(TopicSummary.label(label));
    }

    @Override
    public Set<TopicPath> linkingTo(String id) {
        return withKey(TopicSummary.link(id));
    }

    @Override
    public Set<TopicPath> spelledLike(TopicPath path) {
        return withKey(TopicSummary.spelling(path));
    }

    /** The topics with evidence of a date, in path order. */
    public SortedSet<TopicPath> dated(String when) {
        return withKey(TopicSummary.date(when));
    }

    /** Topics in which a block may have the words of this one; any other topic has none. */
    public Set<TopicPath> maySay(Block block) {
        return withKey(TopicSummary.content(block));
    }

    private SortedSet<TopicPath> withKey(String key) {
        return Collections.unmodifiableSortedSet(keys.topics(key, this::summary));
    }

    /** How many blocks there are; a merged one counts once. */
    public int blockCount() {
        return blocks;
    }

    /** How many blocks some topics have; those that are not there have none. */
    public int blockCount(Collection<TopicPath> topics) {
        return topics.stream()
                .mapToInt(path -> summary(path).map(TopicSummary::blocks).orElse(0))
                .sum();
    }
}
