package dev.scriptorium.memory.markdown.merge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts what is kept in order: first under which heading each unit stands, then the headings among themselves, then
 * what stands under each.
 */
final class Arrangement {
    private final Alignment alignment;
    private final Version ours;
    private final Version theirs;

    private Arrangement(Alignment alignment) {
        this.alignment = alignment;
        this.ours = alignment.ours();
        this.theirs = alignment.theirs();
    }

    /** The nodes that are kept, in order. */
    static List<Node> arrange(Alignment alignment) {
        Arrangement arrangement = new Arrangement(alignment);
        arrangement.placeOurs();
        arrangement.placeTheirs();
        arrangement.keepHeadingsInUse();
        return arrangement.order();
    }

    /** What only ours has goes with the unit before it, wherever theirs has that. */
    private void placeOurs() {
        Node before = null;
        for (Unit unit : ours.units()) {
            Node node = alignment.of(unit);
            if (unit.isHeading()) {
                before = null;
            } else if (node.kept()) {
                boolean follows = node.theirs == null && before != null;
                node.section = follows ? before : section(node, unit);
                before = node.section;
            }
        }
    }

    private void placeTheirs() {
        for (Unit unit : theirs.units()) {
            Node node = alignment.of(unit);
            if (!unit.isHeading() && node.kept() && node.section == null) {
                node.section = alignment.heading(unit);
            }
        }
    }

    private Node section(Node node, Unit unit) {
        Node inOurs = alignment.heading(unit);
        if (node.theirs == null) {
            return inOurs;
        }
        Node inTheirs = alignment.heading(node.theirs);
        boolean movedInTheirs = node.base == null || alignment.heading(node.base) != inTheirs;
        // Where theirs keeps a heading that ours had dissolved, what stands under it stays under it.
        boolean heldByConflict = inTheirs.conflict && inTheirs.ours == null;
        if (movedInTheirs || heldByConflict) {
            return inTheirs;
        }
        node.settled = inOurs == inTheirs;
        return inOurs;
    }

    /** A heading that one side took away stays while the other side's units stand under it. */
    private void keepHeadingsInUse() {
        Deque<Node> inUse = new ArrayDeque<>();
        for (Node node : alignment.nodes()) {
            if (node.section != null) {
                inUse.add(node.section);
            } else if (node.kept() && (node.ours == null || node.theirs == null)) {
                inUse.add(alignment.heading(node.unit()));
            }
        }
        while (!inUse.isEmpty()) {
            Node heading = inUse.removeFirst();
            if (heading != alignment.top() && !heading.kept()) {
                heading.choice = heading.theirs != null ? Node.Choice.THEIRS : Node.Choice.OURS;
                inUse.add(alignment.heading(heading.unit()));
            }
        }
    }

    private List<Node> order() {
        Map<Node, List<Node>> inOurs = sections(ours);
        Map<Node, List<Node>> inTheirs = sections(theirs);
        addMovedByTheirs(inOurs);
        List<Node> order = merged(inOurs, inTheirs, alignment.top());
        for (Node heading : merge(headings(ours), headings(theirs))) {
            order.add(heading);
            order.addAll(merged(inOurs, inTheirs, heading));
        }
        return order;
    }

    /** What stands under each heading, in the order of one version and as far as it stands there in that version. */
    private Map<Node, List<Node>> sections(Version version) {
        Map<Node, List<Node>> sections = new HashMap<>();
        for (Unit unit : version.units()) {
            Node node = alignment.of(unit);
            if (node.section == alignment.heading(unit)) {
                sections.computeIfAbsent(node.section, any -> new ArrayList<>()).add(node);
            }
        }
        return sections;
    }

    /** What theirs has moved, each with what ours had put behind it; it stands nowhere in the order of ours. */
    private void addMovedByTheirs(Map<Node, List<Node>> inOurs) {
        for (Unit unit : ours.units()) {
            Node node = alignment.of(unit);
            if (node.section != null && node.section != alignment.heading(unit)) {
                inOurs.computeIfAbsent(node.section, any -> new ArrayList<>()).add(node);
            }
        }
    }

    private List<Node> headings(Version version) {
        return version.units().stream()
                .filter(Unit::isHeading)
                .map(alignment::of)
                .filter(Node::kept)
                .toList();
    }

    private static List<Node> merged(Map<Node, List<Node>> inOurs, Map<Node, List<Node>> inTheirs, Node section) {
        return merge(inOurs.getOrDefault(section, List.of()), inTheirs.getOrDefault(section, List.of()));
    }

    /**
     * Brings two orders together. What both have keeps the order of theirs, or that of ours where ours alone has changed
     * it; what one has goes after the same neighbour, ours before theirs.
     */
    private static List<Node> merge(List<Node> ours, List<Node> theirs) {
        Set<Node> shared = new HashSet<>(ours);
        shared.retainAll(new HashSet<>(theirs));
        Node start = new Node();
        Map<Node, List<Node>> oursAfter = runs(ours, shared, start);
        Map<Node, List<Node>> theirsAfter = runs(theirs, shared, start);
        List<Node> order = new ArrayList<>(interleaved(start, oursAfter, theirsAfter));
        for (Node node : isReordered(ours) && !isReordered(theirs) ? ours : theirs) {
            if (shared.contains(node)) {
                order.add(node);
                order.addAll(interleaved(node, oursAfter, theirsAfter));
            }
        }
        return order;
    }

    private static Map<Node, List<Node>> runs(List<Node> nodes, Set<Node> shared, Node start) {
        Map<Node, List<Node>> runs = new HashMap<>();
        List<Node> run = new ArrayList<>(0);
        runs.put(start, run);
        for (Node node : nodes) {
            if (shared.contains(node)) {
                run = new ArrayList<>(0);
                runs.put(node, run);
            } else {
                run.add(node);
            }
        }
        return runs;
    }

    private static boolean isReordered(List<Node> nodes) {
        int last = -1;
        for (Node node : nodes) {
            if (node.base != null && node.common() && (node.settled || node.isHeading())) {
                if (node.base.index() < last) {
                    return true;
                }
                last = node.base.index();
            }
        }
        return false;
    }

    /** Ours, then theirs; but no heading of ours takes what lies deeper from the heading it stands under in theirs. */
    private static List<Node> interleaved(
            Node after, Map<Node, List<Node>> oursAfter, Map<Node, List<Node>> theirsAfter) {
        List<Node> ours = oursAfter.getOrDefault(after, List.of());
        List<Node> theirs = theirsAfter.getOrDefault(after, List.of());
        List<Node> order = new ArrayList<>(ours.size() + theirs.size());
        int next = 0;
        for (Node node : ours) {
            while (next < theirs.size()
                    && theirs.get(next).unit().depth() > node.unit().depth()) {
                order.add(theirs.get(next++));
            }
            order.add(node);
        }
        order.addAll(theirs.subList(next, theirs.size()));
        return order;
    }
}
