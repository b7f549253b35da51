package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.history.BlockWording;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/**
 * What became of the blocks between two states, by id; one that was moved and changed is in both sets. Immutable.
 *
 * @since 0.1
 */
public final class BlocksDiff {
    private final Map<String, BlockWording> was;
    private final Map<String, BlockWording> is;

    private BlocksDiff(Map<String, BlockWording> was, Map<String, BlockWording> is) {
        this.was = was;
        this.is = is;
    }

    /** Of the topics that differ. */
    static BlocksDiff between(Collection<Topic> before, Collection<Topic> after) {
        return new BlocksDiff(byId(before), byId(after));
    }

    private static Map<String, BlockWording> byId(Collection<Topic> topics) {
        Map<String, BlockWording> blocks = new TreeMap<>();
        for (Topic topic : topics) {
            topic.blocks()
                    .forEach(block -> BlockWording.ids(block)
                            .forEach(id -> blocks.putIfAbsent(id, BlockWording.of(topic, block))));
        }
        return Collections.unmodifiableMap(blocks);
    }

    /** Those that were not there before. */
    public SortedSet<BlockId> created() {
        return missing(is, was);
    }

    /** Those of which words, evidence or the ids beside are not the same. */
    public SortedSet<BlockId> changed() {
        return both((old, now) -> !old.saidLike(now));
    }

    /** Those that stand in another file, or under other headings. */
    public SortedSet<BlockId> moved() {
        return both((old, now) -> !old.stoodLike(now));
    }

    /** Those that are there no longer. */
    public SortedSet<BlockId> removed() {
        return missing(was, is);
    }

    private static SortedSet<BlockId> missing(Map<String, BlockWording> from, Map<String, BlockWording> in) {
        SortedSet<BlockId> ids = new TreeSet<>();
        from.keySet().stream().filter(id -> !in.containsKey(id)).forEach(id -> ids.add(new BlockId(id)));
        return Collections.unmodifiableSortedSet(ids);
    }

    private SortedSet<BlockId> both(BiPredicate<BlockWording, BlockWording> differ) {
        SortedSet<BlockId> ids = new TreeSet<>();
        was.forEach((id, old) -> {
            BlockWording now = is.get(id);
            if (now != null && differ.test(old, now)) {
                ids.add(new BlockId(id));
            }
        });
        return Collections.unmodifiableSortedSet(ids);
    }
}
