package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.session.TurnId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How the turns that a file has of one session hang together. */
final class SessionGraph {
    private static final int CYCLE_SHOWN = 5;

    private final Map<String, Node> nodes = new HashMap<>();
    private @Nullable Node latest;

    /** One turn of the file. */
    private static final class Node {
        private final String id;
        private final int line;
        private final @Nullable String parent;
        private final @Nullable String covers;
        private boolean open;
        private boolean checked;

        Node(String id, int line, @Nullable String parent, @Nullable String covers) {
            this.id = id;
            this.line = line;
            this.parent = parent;
            this.covers = covers;
        }
    }

    /** The line before; null before the first. */
    @Nullable
    String latest() {
        return latest == null ? null : latest.id;
    }

    /** Takes a turn in; of two with one id the first counts. */
    void add(TurnId id, int line, @Nullable String parent, @Nullable TurnId covers) {
        Node node = new Node(id.value(), line, parent, covers == null ? null : covers.value());
        Node first = nodes.putIfAbsent(node.id, node);
        latest = first == null ? node : first;
    }

    /** Looks for parents that do not exist and for turns among their own ancestors; says line and what is wrong. */
    void check(Predicate<String> inStore, BiConsumer<Integer, String> problems) {
        for (Node node : nodes.values()) {
            if (inStore.test(node.id)) {
                node.checked = true;
                continue;
            }
            for (String name : new String[] {node.parent, node.covers}) {
                if (name != null && !nodes.containsKey(name) && !inStore.test(name)) {
                    String field = name.equals(node.parent) ? "parent" : "covers";
                    problems.accept(node.line, "field \"" + field + "\" naming \"" + name + "\"");
                }
            }
        }
        for (Node node : nodes.values()) {
            climb(node, problems);
        }
    }

    private void climb(Node from, BiConsumer<Integer, String> problems) {
        List<Node> path = new ArrayList<>();
        Node node = from;
        while (node != null && !node.checked && !node.open) {
            node.open = true;
            path.add(node);
            node = node.parent == null ? null : nodes.get(node.parent);
        }
        if (node != null && node.open) {
            List<Node> cycle = path.subList(path.indexOf(node), path.size());
            int line = cycle.stream().mapToInt(each -> each.line).min().orElse(node.line);
            List<String> ids = new ArrayList<>();
            cycle.stream().limit(CYCLE_SHOWN).forEach(each -> ids.add(each.id));
            ids.add(cycle.size() > CYCLE_SHOWN ? "…" : node.id);
            problems.accept(line, "a circle of parents: " + String.join(" → ", ids));
        }
        for (Node done : path) {
            done.open = false;
            done.checked = true;
        }
    }
}
