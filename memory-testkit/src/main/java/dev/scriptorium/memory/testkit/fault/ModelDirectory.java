package dev.scriptorium.memory.testkit.fault;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The entries of a directory: those that are forced, and how they were changed since. Not thread-safe. */
final class ModelDirectory extends ModelNode {
    /** A name that goes, a name that comes, or both at once. */
    private record Change(
            @Nullable String gone,
            @Nullable String come,
            @Nullable ModelNode node) {
        void apply(SortedMap<String, ModelNode> entries) {
            if (gone != null) {
                entries.remove(gone);
            }
            if (come != null && node != null) {
                entries.put(come, node);
            }
        }
    }

    private SortedMap<String, ModelNode> forced = new TreeMap<>();
    private final SortedMap<String, ModelNode> now = new TreeMap<>();
    private final List<Change> pending = new ArrayList<>();

    /** What a name stands for now; null when there is nothing. */
    @Nullable
    ModelNode entry(String name) {
        return now.get(name);
    }

    boolean isEmpty() {
        return now.isEmpty();
    }

    void add(String name, ModelNode node) {
        change(new Change(null, name, node));
    }

    void remove(String name) {
        if (now.containsKey(name)) {
            change(new Change(name, null, null));
        }
    }

    /** A rename inside the directory: both names change at once. */
    void rename(String from, String to, ModelNode node) {
        change(new Change(from, to, node));
    }

    private void change(Change change) {
        pending.add(change);
        change.apply(now);
    }

    void force() {
        forced = new TreeMap<>(now);
        pending.clear();
    }

    int changes() {
        return pending.size();
    }

    /** Everything that may be in it after a power cut. */
    Collection<ModelNode> possible() {
        Collection<ModelNode> nodes = new LinkedHashSet<>(forced.values());
        for (Change change : pending) {
            ModelNode node = change.node();
            if (node != null) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    /** The entries when this becomes of the changes. */
    SortedMap<String, ModelNode> with(int[] outcomes, int from) {
        SortedMap<String, ModelNode> entries = new TreeMap<>(forced);
        for (int i = 0; i < pending.size(); i++) {
            if (outcomes[from + i] == ModelFile.KEPT) {
                pending.get(i).apply(entries);
            }
        }
        return entries;
    }
}
