package dev.scriptorium.memory.markdown.merge;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The units of three versions, those of one origin together. */
final class Alignment {
    private final Version base;
    private final Version ours;
    private final Version theirs;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<Unit, Node> byUnit = new HashMap<>();
    /** Stands for what is above the first heading. */
    private final Node top = new Node();

    private Alignment(Version base, Version ours, Version theirs) {
        this.base = base;
        this.ours = ours;
        this.theirs = theirs;
    }

    static Alignment of(Version base, Version ours, Version theirs) {
        Alignment alignment = new Alignment(base, ours, theirs);
        alignment.alignKnown();
        alignment.alignNew();
        return alignment;
    }

    private void alignKnown() {
        for (Unit unit : base.units()) {
            enter(unit, new Node()).base = unit;
        }
        Matching.origins(base, ours, theirs).forEach((unit, origin) -> join(unit, of(origin)).ours = unit);
        Matching.origins(base, theirs, ours).forEach((unit, origin) -> join(unit, of(origin)).theirs = unit);
    }

    private Node enter(Unit unit, Node node) {
        nodes.add(node);
        return join(unit, node);
    }

    private Node join(Unit unit, Node node) {
        byUnit.put(unit, node);
        return node;
    }

    /** What is new on both sides is one when it has the same id, or the same words in the same place. */
    private void alignNew() {
        alignRenamed(theirs, ours);
        alignRenamed(ours, theirs);
        Map<String, Unit> byId = new HashMap<>();
        for (Unit unit : unknown(theirs)) {
            enter(unit, new Node()).theirs = unit;
            if (unit.named()) {
                byId.putIfAbsent(unit.ownId(), unit);
            }
        }
        for (Unit unit : unknown(ours)) {
            Unit same = unit.named() ? byId.get(unit.ownId()) : null;
            if (same != null && of(same).ours == null) {
                join(unit, of(same)).ours = unit;
            }
        }
        Map<Unit, Node> neighbours = new HashMap<>();
        readNeighbours(ours, neighbours);
        readNeighbours(theirs, neighbours);
        alignByText(this::heading, Unit::print, Unit::isHeading);
        alignByText(unit -> neighbours.getOrDefault(unit, top), Unit::words, unit -> false);
        alignByText(this::heading, Unit::words, unit -> true);
    }

    /** A heading that both sides renamed alike, though only one of them shows what it was. */
    private void alignRenamed(Version known, Version other) {
        Map<String, Node> renamed = new HashMap<>();
        for (Unit unit : known.units()) {
            Node node = byUnit.get(unit);
            if (unit.isHeading() && node != null && !node.common()) {
                renamed.putIfAbsent(unit.form() + unit.print(), node);
            }
        }
        for (Unit unit : unknown(other)) {
            Node node = unit.isHeading() ? renamed.remove(unit.form() + unit.print()) : null;
            if (node != null && other == ours) {
                join(unit, node).ours = unit;
            } else if (node != null) {
                join(unit, node).theirs = unit;
            }
        }
    }

    /** The unit before each that all versions have. */
    private void readNeighbours(Version version, Map<Unit, Node> neighbours) {
        Node last = top;
        for (Unit unit : version.units()) {
            neighbours.put(unit, last);
            Node node = byUnit.get(unit);
            last = node != null && node.common() ? node : last;
        }
    }

    /**
     * Joins what reads the same in the same place.
     *
     * @param enters which of ours are new for good when theirs has no such
     */
    private void alignByText(Function<Unit, Node> place, Function<Unit, String> text, Predicate<Unit> enters) {
        Map<Node, Integer> numbers = new HashMap<>();
        Map<String, Deque<Unit>> left = new HashMap<>();
        for (Unit unit : theirs.units()) {
            if (of(unit).base == null && of(unit).ours == null) {
                left.computeIfAbsent(
                                key(unit, place.apply(unit), text.apply(unit), numbers), any -> new ArrayDeque<>(1))
                        .addLast(unit);
            }
        }
        for (Unit unit : unknown(ours)) {
            Deque<Unit> same = left.get(key(unit, place.apply(unit), text.apply(unit), numbers));
            Unit first = same == null ? null : same.pollFirst();
            if (first != null) {
                join(unit, of(first)).ours = unit;
            } else if (enters.test(unit)) {
                enter(unit, new Node()).ours = unit;
            }
        }
    }

    private List<Unit> unknown(Version version) {
        return version.units().stream()
                .filter(unit -> !byUnit.containsKey(unit))
                .toList();
    }

    private static String key(Unit unit, Node place, String text, Map<Node, Integer> numbers) {
        if (unit.isFrontMatter()) {
            // There is one place for it, so two of them are two versions of one.
            return unit.form();
        }
        int number = numbers.computeIfAbsent(place, any -> numbers.size());
        return number + "|" + unit.form() + "|" + text;
    }

    /** All nodes: those of the base in its order, then what is new. */
    List<Node> nodes() {
        return nodes;
    }

    Version ours() {
        return ours;
    }

    Version theirs() {
        return theirs;
    }

    Node top() {
        return top;
    }

    Node of(Unit unit) {
        return java.util.Objects.requireNonNull(byUnit.get(unit));
    }

    /** The heading that a unit stands under in its own version. */
    Node heading(Unit unit) {
        Unit heading = unit.heading();
        return heading == null ? top : of(heading);
    }

    /** The node that has an id in the base. */
    Map<String, Node> byBaseId() {
        Map<String, Node> byId = new HashMap<>();
        for (Node node : nodes) {
            @Nullable Unit unit = node.base;
            if (unit != null) {
                unit.ids().forEach(id -> byId.putIfAbsent(id, node));
            }
        }
        return byId;
    }
}
