package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Link;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import dev.scriptorium.memory.markdown.view.Timeline;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What leads to a topic: the ids that stand in it, the labels it defines, the blocks it links to, the dates of its
 * evidence and the words of its blocks, as keys; not its text. Packed into one string, because a workspace has millions
 * of keys. Immutable.
 *
 * @since 0.1
 */
public final class TopicSummary {
    private static final int CONTENT_DIGITS = 10;
    private static final int LARGE = 8_192;

    private final int blocks;
    private final String keys;
    /** The keys of a large topic, once somebody has asked for one. */
    private volatile @Nullable Set<String> lookup;

    /**
     * A summary as it was written down.
     *
     * @param blocks how many blocks there are; a merged one counts once
     * @param keys the keys, each between two line feeds
     */
    public TopicSummary(int blocks, String keys) {
        this.blocks = blocks;
        this.keys = keys;
    }

    /** The summary of a topic. */
    public static TopicSummary of(Topic topic) {
        Set<String> keys = new LinkedHashSet<>();
        int blocks = 0;
        keys.add(spelling(topic.path()));
        for (Block block : topic.blocks()) {
            if (block.legacy() || !block.ids().isEmpty()) {
                blocks++;
                keys.add(content(block));
            }
            EditedTopics.ids(block).forEach(id -> keys.add(id(id)));
            for (Link link : block.links()) {
                link.blockId().ifPresent(id -> keys.add(link(id)));
            }
        }
        for (Definition definition : topic.definitions().values()) {
            keys.add(label(definition.label()));
            definition.when().filter(when -> Timeline.path(when).isPresent()).ifPresent(when -> keys.add(date(when)));
        }
        // A key with a line feed cannot be asked for by anybody.
        keys.removeIf(key -> key.indexOf('\n') >= 0);
        return new TopicSummary(blocks, "\n" + String.join("\n", keys) + "\n");
    }

    static String id(String id) {
        return "^" + id;
    }

    static String label(String label) {
        return "[" + label;
    }

    static String link(String id) {
        return ">" + id;
    }

    static String date(String when) {
        return "@" + when;
    }

    static String spelling(TopicPath path) {
        return "/" + path.folded();
    }

    /** What two blocks of equal words share; blocks of other words may share it too. */
    static String content(Block block) {
        return "=" + Sha256.hex(Whitespace.collapse(block.content()), CONTENT_DIGITS);
    }

    /** How many blocks there are; a merged one counts once. */
    public int blocks() {
        return blocks;
    }

    /** The keys, each between two line feeds. */
    public String keys() {
        return keys;
    }

    /** The ids that its blocks answer to. */
    public List<String> blockIds() {
        return all().stream()
                .filter(key -> key.startsWith("^"))
                .map(key -> key.substring(1))
                .toList();
    }

    /** The dates of its evidence that are real ones. */
    public List<String> dates() {
        return all().stream()
                .filter(key -> key.startsWith("@"))
                .map(key -> key.substring(1))
                .toList();
    }

    boolean holds(String key) {
        if (keys.length() >= LARGE) {
            Set<String> known = lookup;
            if (known == null) {
                known = new HashSet<>(all());
                lookup = known;
            }
            return known.contains(key);
        }
        return keys.contains("\n" + key + "\n");
    }

    /** How many keys there are. */
    int size() {
        return (int) keys.chars().filter(c -> c == '\n').count() - 1;
    }

    List<String> all() {
        return Arrays.asList(keys.substring(1, keys.length() - 1).split("\n", -1));
    }
}
