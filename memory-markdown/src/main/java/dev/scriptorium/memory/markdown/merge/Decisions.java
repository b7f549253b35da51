package dev.scriptorium.memory.markdown.merge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Decides of each unit whose version is taken, or that both sides are at odds over it. */
final class Decisions {
    private final List<Node> nodes;
    private final Map<String, Node> byBaseId;

    private Decisions(Alignment alignment) {
        this.nodes = alignment.nodes();
        this.byBaseId = alignment.byBaseId();
    }

    static void decide(Alignment alignment) {
        Decisions decisions = new Decisions(alignment);
        decisions.nodes.forEach(Decisions::decide);
        decisions.nodes.stream().filter(node -> node.conflict).forEach(decisions::bringBackAbsorbed);
        decisions.separateIds();
        decisions.keepOldNames(alignment);
    }

    private static void decide(Node node) {
        boolean inOurs = changed(node.base, node.ours);
        boolean inTheirs = changed(node.base, node.theirs);
        node.takeTheirs();
        if (!inOurs || !changed(node.ours, node.theirs)) {
            return;
        }
        if (!inTheirs) {
            node.choice = node.ours == null ? Node.Choice.GONE : Node.Choice.OURS;
        } else if (node.base == null && sameWords(node.ours, node.theirs)) {
            node.choice = Node.Choice.UNION;
        } else {
            node.conflict = true;
        }
    }

    private static boolean changed(@Nullable Unit from, @Nullable Unit to) {
        if (from == null || to == null) {
            return from != to;
        }
        return !(from.form().equals(to.form()) && from.print().equals(to.print()));
    }

    private static boolean sameWords(@Nullable Unit ours, @Nullable Unit theirs) {
        return ours != null
                && theirs != null
                && ours.isBlock()
                && theirs.isBlock()
                // The citations of an old record are its ids.
                && !ours.block().legacy()
                && !theirs.block().legacy()
                && ours.words().equals(theirs.words());
    }

    /**
     * When theirs stays in the place of a block that ours had merged others into, those others stay too: their words
     * would be nowhere else.
     */
    private void bringBackAbsorbed(Node node) {
        Unit ours = node.ours;
        if (ours == null) {
            return;
        }
        for (String id : ours.ids()) {
            Node other = byBaseId.get(id);
            if (other != null && other.ours == null && !other.kept()) {
                other.takeTheirs();
            }
        }
    }

    /** An id that both sides would have, in two places, is a conflict: it stays where theirs has it. */
    private void separateIds() {
        Map<String, List<Node>> inOurs = new HashMap<>();
        Set<String> inTheirs = new TreeSet<>();
        for (Node node : nodes) {
            if (node.theirs != null && node.choice != Node.Choice.OURS && node.kept()) {
                inTheirs.addAll(node.theirs.ids());
            }
            if (node.ours != null && (node.choice == Node.Choice.OURS || node.choice == Node.Choice.UNION)) {
                for (String id : node.ours.ids()) {
                    inOurs.computeIfAbsent(id, any -> new ArrayList<>(1)).add(node);
                }
            }
        }
        Deque<String> ids = new ArrayDeque<>(inTheirs);
        while (!ids.isEmpty()) {
            String id = ids.removeFirst();
            for (Node node : inOurs.getOrDefault(id, List.of())) {
                boolean takesOurs = node.choice == Node.Choice.OURS || node.choice == Node.Choice.UNION;
                boolean itsOwn = node.choice == Node.Choice.UNION
                        && node.theirs != null
                        && node.theirs.ids().contains(id);
                if (takesOurs && !itsOwn) {
                    giveUp(node);
                    if (node.theirs != null) {
                        ids.addAll(node.theirs.ids());
                    }
                }
            }
        }
    }

    /** The labels of an old record are its ids: they cannot be renamed where theirs means something else by them. */
    private void keepOldNames(Alignment alignment) {
        Labels labels = Labels.of(alignment.ours(), alignment.theirs(), nodes);
        for (Node node : nodes) {
            if (node.choice == Node.Choice.OURS
                    && node.ours != null
                    && node.ours.isBlock()
                    && node.ours.block().legacy()
                    && labels.renames(node.ours.labels())) {
                giveUp(node);
            }
        }
    }

    private void giveUp(Node node) {
        node.conflict = true;
        node.takeTheirs();
        bringBackAbsorbed(node);
    }
}
