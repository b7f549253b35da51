package dev.scriptorium.memory.local.history;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The topics of commits, read as far as somebody asks. A file is parsed only when the bytes of an id that is looked for
 * are in it. The last few are kept, because on the way back what a commit left is what the next one found. Not
 * thread-safe.
 */
public final class PastBlocks {
    private static final int KEPT = 8;
    private static final String TOPIC = ".md";

    private final History history;
    private final Map<String, byte[]> contents = new Latest<>();
    private final Map<String, Topic> topics = new Latest<>();
    private final Set<String> silent = new HashSet<>();
    private Set<String> silentOn = Set.of();

    /** The topics of this history. */
    public PastBlocks(History history) {
        this.history = history;
    }

    private static final class Latest<V> extends LinkedHashMap<String, V> {
        private static final long serialVersionUID = 1;

        Latest() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > KEPT;
        }
    }

    /** Whether a path may be that of a topic. */
    public static boolean isTopic(String path) {
        return path.startsWith(TopicPath.ROOT)
                && path.endsWith(TOPIC)
                && topicPath(path).isPresent();
    }

    private static Optional<TopicPath> topicPath(String path) {
        try {
            return Optional.of(new TopicPath(path));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** The topics that a commit holds, by path, with the ids of their content. */
    public SortedMap<String, String> topics(String commit) {
        SortedMap<String, String> found = new TreeMap<>();
        history.files(commit).forEach((path, blob) -> {
            if (isTopic(path)) {
                found.put(path, blob);
            }
        });
        return Collections.unmodifiableSortedMap(found);
    }

    /** A topic by the id of its content. */
    public Topic topic(String path, String blob) {
        return topics.computeIfAbsent(
                blob + path,
                key -> TopicParser.parse(new TopicPath(path), new String(content(blob), StandardCharsets.UTF_8)));
    }

    private byte[] content(String blob) {
        return contents.computeIfAbsent(blob, history::content);
    }

    /** The blocks of a file that answer to one of some ids; none where it does not exist. */
    List<BlockWording> in(String path, Optional<String> blob, Collection<String> ids) {
        if (blob.isEmpty() || isSilent(blob.get(), ids)) {
            return List.of();
        }
        Topic topic = topic(path, blob.get());
        List<BlockWording> found = new ArrayList<>();
        for (Block block : topic.blocks()) {
            if (!Collections.disjoint(BlockWording.ids(block), ids)) {
                found.add(BlockWording.of(topic, block));
            }
        }
        return found;
    }

    /** Whether a content has none of some ids; on the way back each content is met twice, and read once. */
    private boolean isSilent(String blob, Collection<String> ids) {
        if (!silentOn.containsAll(ids)) {
            silent.clear();
            silentOn = Set.copyOf(ids);
        }
        if (silent.contains(blob)) {
            return true;
        }
        byte[] bytes = content(blob);
        boolean found = ids.stream().anyMatch(id -> mentions(bytes, id));
        if (!found) {
            silent.add(blob);
        }
        return !found;
    }

    /** A block of a commit with its topic. */
    public record Place(Topic topic, Block block) {}

    /**
     * The block of a commit that answers to an id.
     *
     * @param first where to look first
     */
    public Optional<Place> find(String commit, String id, Optional<TopicPath> first) {
        SortedMap<String, String> files = topics(commit);
        List<String> paths = new ArrayList<>(files.keySet());
        first.map(TopicPath::value).filter(paths::remove).ifPresent(path -> paths.add(0, path));
        for (String path : paths) {
            String blob = files.get(path);
            if (blob != null && mentions(content(blob), id)) {
                Topic topic = topic(path, blob);
                for (Block block : topic.blocks()) {
                    if (BlockWording.ids(block).contains(id)) {
                        return Optional.of(new Place(topic, block));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean mentions(byte[] bytes, String id) {
        byte[] wanted = ('^' + id).getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at <= bytes.length - wanted.length; at++) {
            int same = 0;
            while (same < wanted.length && bytes[at + same] == wanted[same]) {
                same++;
            }
            if (same == wanted.length) {
                return true;
            }
        }
        return false;
    }
}
