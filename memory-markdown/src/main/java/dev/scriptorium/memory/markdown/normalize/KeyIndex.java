package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Which topics have a key. Immutable, and cheap to change: a packed part that versions share, eight bytes a key, and
 * beside it the topics that have changed since.
 */
final class KeyIndex {
    static final KeyIndex EMPTY = new KeyIndex(new TopicPath[0], new long[0], Set.of(), Map.of());

    private static final int MAX_CHANGED = 128;
    private static final int MAX_RECENT = 8_192;
    private static final int OWNER_BITS = 24;
    private static final long OWNER_MASK = (1L << OWNER_BITS) - 1;

    private final TopicPath[] owners;
    /** Sorted; a hash of the key, then the number of its owner. */
    private final long[] packed;
    /** Topics for which the packed part no longer speaks. */
    private final Set<TopicPath> changed;

    private final Map<String, Set<TopicPath>> recent;

    private KeyIndex(TopicPath[] owners, long[] packed, Set<TopicPath> changed, Map<String, Set<TopicPath>> recent) {
        this.owners = owners;
        this.packed = packed;
        this.changed = changed;
        this.recent = recent;
    }

    /**
     * The topics with a key.
     *
     * @param summaries the summaries of the tree that this index belongs to
     */
    SortedSet<TopicPath> topics(String key, Function<TopicPath, Optional<TopicSummary>> summaries) {
        SortedSet<TopicPath> topics = new TreeSet<>(recent.getOrDefault(key, Set.of()));
        long hash = hash(key);
        int at = Arrays.binarySearch(packed, hash);
        for (at = at < 0 ? -at - 1 : at; at < packed.length && (packed[at] & ~OWNER_MASK) == hash; at++) {
            TopicPath owner = owners[(int) (packed[at] & OWNER_MASK)];
            // Another key may have the same hash.
            if (!changed.contains(owner)
                    && summaries
                            .apply(owner)
                            .filter(summary -> summary.holds(key))
                            .isPresent()) {
                topics.add(owner);
            }
        }
        return topics;
    }

    /**
     * With the keys of these topics in place of those they had.
     *
     * @param before the summaries of the tree that this index belongs to
     */
    KeyIndex with(Map<TopicPath, Optional<TopicSummary>> changes, Function<TopicPath, Optional<TopicSummary>> before) {
        if (this == EMPTY && changes.size() > MAX_CHANGED) {
            return packed(changes);
        }
        Set<TopicPath> nowChanged = new HashSet<>(changed);
        nowChanged.addAll(changes.keySet());
        Map<String, Set<TopicPath>> nowRecent = new HashMap<>(recent);
        changes.forEach((path, summary) -> {
            if (changed.contains(path)) {
                before.apply(path).ifPresent(old -> old.all().forEach(key -> remove(nowRecent, key, path)));
            }
            summary.ifPresent(present -> present.all().forEach(key -> add(nowRecent, key, path)));
        });
        KeyIndex next = new KeyIndex(owners, packed, nowChanged, nowRecent);
        return nowChanged.size() > MAX_CHANGED || nowRecent.size() > MAX_RECENT ? next.repacked() : next;
    }

    /** The keys of a whole workspace, which nobody has to take apart first. */
    private static KeyIndex packed(Map<TopicPath, Optional<TopicSummary>> topics) {
        int size = 0;
        for (Optional<TopicSummary> summary : topics.values()) {
            size += summary.map(TopicSummary::size).orElse(0);
        }
        requireNumbered(topics.size());
        long[] packed = new long[size];
        List<TopicPath> owners = new ArrayList<>();
        int count = 0;
        for (Map.Entry<TopicPath, Optional<TopicSummary>> topic : topics.entrySet()) {
            if (topic.getValue().isPresent()) {
                for (String key : topic.getValue().get().all()) {
                    packed[count++] = hash(key) | owners.size();
                }
                owners.add(topic.getKey());
            }
        }
        Arrays.sort(packed);
        return new KeyIndex(owners.toArray(new TopicPath[0]), packed, Set.of(), Map.of());
    }

    private static void requireNumbered(int owners) {
        if (owners > OWNER_MASK) {
            throw new IllegalStateException("more than " + OWNER_MASK + " topics");
        }
    }

    // The sets are never changed in place: older versions share them.
    private static void add(Map<String, Set<TopicPath>> map, String key, TopicPath path) {
        Set<TopicPath> before = map.get(key);
        if (before == null) {
            map.put(key, Set.of(path));
        } else {
            Set<TopicPath> more = new HashSet<>(before);
            more.add(path);
            map.put(key, more);
        }
    }

    private static void remove(Map<String, Set<TopicPath>> map, String key, TopicPath path) {
        Set<TopicPath> before = map.getOrDefault(key, Set.of());
        if (before.size() > 1) {
            Set<TopicPath> fewer = new HashSet<>(before);
            fewer.remove(path);
            map.put(key, fewer);
        } else if (before.contains(path)) {
            map.remove(key);
        }
    }

    private KeyIndex repacked() {
        Map<TopicPath, Integer> numbers = new HashMap<>();
        int[] renumbered = new int[owners.length];
        for (int i = 0; i < owners.length; i++) {
            renumbered[i] = changed.contains(owners[i]) ? -1 : numbers.size();
            if (renumbered[i] >= 0) {
                numbers.put(owners[i], renumbered[i]);
            }
        }
        int size = recent.values().stream().mapToInt(Set::size).sum();
        long[] all = new long[packed.length + size];
        int count = 0;
        for (long entry : packed) {
            int number = renumbered[(int) (entry & OWNER_MASK)];
            if (number >= 0) {
                all[count++] = (entry & ~OWNER_MASK) | number;
            }
        }
        for (Map.Entry<String, Set<TopicPath>> entry : recent.entrySet()) {
            for (TopicPath path : entry.getValue()) {
                Integer number = numbers.get(path);
                if (number == null) {
                    number = numbers.size();
                    numbers.put(path, number);
                }
                all[count++] = hash(entry.getKey()) | number;
            }
        }
        requireNumbered(numbers.size());
        long[] sorted = Arrays.copyOf(all, count);
        Arrays.sort(sorted);
        TopicPath[] paths = new TopicPath[numbers.size()];
        numbers.forEach((path, number) -> paths[number] = path);
        return new KeyIndex(paths, sorted, Set.of(), Map.of());
    }

    /** The upper bits of a number that differs for nearly all keys that differ. */
    private static long hash(String key) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
        }
        hash ^= hash >>> 32;
        hash *= 0x9e3779b97f4a7c15L;
        return hash & ~OWNER_MASK;
    }
}
