package dev.scriptorium.memory.cli.importer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How the messages of one exported session hang together. What is no turn is passed through: a turn follows the nearest
 * turn above it. Where parents lead nowhere or in a circle, a root begins. Not thread-safe.
 */
final class ExportGraph {
    private final Map<String, Node> nodes = new LinkedHashMap<>();

    private static final class Node {
        private final int order;
        private final @Nullable String parent;
        private final boolean turn;
        private boolean open;
        private boolean checked;
        private boolean inCircle;

        Node(int order, @Nullable String parent, boolean turn) {
            this.order = order;
            this.parent = parent;
            this.turn = turn;
        }
    }

    /** Takes a message in; of two with one id the first counts. */
    void add(String id, @Nullable String parent, boolean turn) {
        nodes.putIfAbsent(id, new Node(nodes.size(), parent, turn));
    }

    /** Whether a turn of this id was taken in. */
    boolean holds(String id) {
        Node node = nodes.get(id);
        return node != null && node.turn;
    }

    /** To be called when every message is in: circles are cut at the turn that the file has first. */
    void close() {
        for (Node node : nodes.values()) {
            climb(node);
        }
    }

    private void climb(Node from) {
        List<Node> path = new ArrayList<>();
        Node node = from;
        while (node != null && !node.checked && !node.open) {
            node.open = true;
            path.add(node);
            node = node.parent == null ? null : nodes.get(node.parent);
        }
        if (node != null && node.open) {
            Node first = node;
            for (Node each : path.subList(path.indexOf(node), path.size())) {
                first = each.order < first.order ? each : first;
            }
            first.inCircle = true;
        }
        for (Node done : path) {
            done.open = false;
            done.checked = true;
        }
    }

    /**
     * The turn that a turn follows; null for a root.
     *
     * @param inStore whether an earlier import brought a turn of this id
     * @param notes hears why there is none where the export names one
     */
    @Nullable
    String parent(String id, Predicate<String> inStore, Consumer<String> notes) {
        Node node = nodes.get(id);
        if (node == null) {
            return null;
        }
        if (node.inCircle) {
            notes.accept("turn " + id + " is among its own ancestors and begins a root of its own");
            return null;
        }
        return node.parent == null
                ? null
                : nearestTurn(
                        node.parent,
                        inStore,
                        missing -> notes.accept("turn " + id + " names a parent that is missing, " + missing
                                + ", and begins a root of its own"));
    }

    /** The turn of this id, or the nearest one above; null when there is none. */
    @Nullable
    String nearestTurn(String id, Predicate<String> inStore, Consumer<String> missing) {
        String at = id;
        while (at != null) {
            Node node = nodes.get(at);
            if (node == null) {
                if (inStore.test(at)) {
                    return at;
                }
                missing.accept(at);
                return null;
            }
            if (node.turn) {
                return at;
            }
            at = node.inCircle ? null : node.parent;
        }
        return null;
    }
}
