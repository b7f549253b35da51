package dev.scriptorium.memory.markdown.merge;

import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds for the units of an edited version those they come from: by id, by text, and at last by place. A few passes of
 * hashing, each over what the ones before have left.
 */
final class Matching {
    private final Version base;
    private final Version edited;
    private final Map<Unit, Unit> origins = new HashMap<>();
    private final Set<Unit> found = new HashSet<>();

    private final Set<String> onTheOtherSide = new HashSet<>();

    private Matching(Version base, Version edited, Version other) {
        this.base = base;
        this.edited = edited;
        other.units().forEach(unit -> onTheOtherSide.add(unit.form() + unit.print()));
    }

    /**
     * The unit of the base that each unit comes from; none for what is new.
     *
     * @param other the version of the other side: what stands there too was not made from what has the same place here
     */
    static Map<Unit, Unit> origins(Version base, Version edited, Version other) {
        Matching matching = new Matching(base, edited, other);
        matching.byOwnId();
        matching.byAnyId();
        matching.byText(Unit::isHeading, true, true);
        matching.byText(Unit::isHeading, false, true);
        matching.behindTheSame();
        matching.byText(unit -> true, true, true);
        matching.byText(unit -> !unit.isHeading(), false, true);
        matching.renamedByContent();
        matching.renamedInPlace();
        matching.byText(Unit::isBlock, true, false);
        matching.byText(Unit::isBlock, false, false);
        matching.editedInPlace();
        return matching.origins;
    }

    private boolean isOpen(Unit unit) {
        return !origins.containsKey(unit);
    }

    /** Whether a unit may be an edit of whatever stood in its place. */
    private boolean mayBeEdited(Unit unit) {
        return isOpen(unit) && !unit.named() && !onTheOtherSide.contains(unit.form() + unit.print());
    }

    private boolean isLeft(Unit unit) {
        return !found.contains(unit);
    }

    private void match(Unit unit, Unit origin) {
        origins.put(unit, origin);
        found.add(origin);
    }

    private void byOwnId() {
        Map<String, Unit> byId = new HashMap<>();
        base.units().stream().filter(Unit::named).forEach(unit -> byId.putIfAbsent(unit.ownId(), unit));
        for (Unit unit : edited.units()) {
            Unit origin = unit.named() ? byId.get(unit.ownId()) : null;
            if (origin != null && isLeft(origin)) {
                match(unit, origin);
            }
        }
    }

    private void byAnyId() {
        Map<String, Unit> byId = new HashMap<>();
        for (Unit unit : base.units()) {
            if (isLeft(unit)) {
                unit.ids().forEach(id -> byId.putIfAbsent(id, unit));
            }
        }
        for (Unit unit : edited.units()) {
            for (int i = unit.ids().size() - 1; i >= 0 && isOpen(unit); i--) {
                Unit origin = byId.get(unit.ids().get(i));
                if (origin != null && isLeft(origin)) {
                    match(unit, origin);
                }
            }
        }
    }

    /**
     * Matches the units that read the same, the first with the first. Two blocks with ids, none of them shared, are not
     * the same whatever they say.
     *
     * @param inPlace whether only under the same heading
     * @param whole whether with citations and ids, or by the words alone
     */
    private void byText(Predicate<Unit> which, boolean inPlace, boolean whole) {
        Map<String, Deque<Unit>> left = new HashMap<>();
        for (Unit unit : base.units()) {
            if (which.test(unit) && isLeft(unit)) {
                String key = key(unit, inPlace ? unit.heading() : null, whole, unit.named());
                left.computeIfAbsent(key, any -> new ArrayDeque<>(1)).addLast(unit);
            }
        }
        for (Unit unit : edited.units()) {
            Unit heading = unit.heading();
            // Headings come before what stands under them, so theirs are known by now.
            Unit section = inPlace && heading != null ? origins.get(heading) : null;
            boolean nowhere = inPlace && heading != null && section == null;
            if (which.test(unit) && isOpen(unit) && !nowhere) {
                Unit origin = poll(left, key(unit, section, whole, false));
                if (origin == null && !unit.named()) {
                    origin = poll(left, key(unit, section, whole, true));
                }
                if (origin != null) {
                    match(unit, origin);
                }
            }
        }
    }

    private static String key(Unit unit, @Nullable Unit section, boolean whole, boolean named) {
        String place = section == null ? "" : Integer.toString(section.index());
        return place + "|" + unit.form() + "|" + named + "|" + (whole ? unit.print() : unit.words());
    }

    private static @Nullable Unit poll(Map<String, Deque<Unit>> left, String key) {
        Deque<Unit> units = left.get(key);
        return units == null ? null : units.pollFirst();
    }

    /** Of several units that read the same, the one behind the same neighbour is meant. */
    private void behindTheSame() {
        List<Unit> before = base.units();
        int next = 0;
        for (Unit unit : edited.units()) {
            if (isOpen(unit) && !unit.named() && next < before.size()) {
                Unit origin = before.get(next);
                boolean same =
                        origin.form().equals(unit.form()) && origin.print().equals(unit.print());
                if (same && isLeft(origin)) {
                    match(unit, origin);
                }
            }
            Unit origin = origins.get(unit);
            next = origin == null ? before.size() : origin.index() + 1;
        }
    }

    /** A heading that is gone, and a new one above what stood under it, are one. */
    private void renamedByContent() {
        for (Unit unit : edited.units()) {
            Unit heading = unit.heading();
            Unit origin = origins.get(unit);
            if (heading != null && origin != null && isOpen(heading)) {
                Unit before = origin.heading();
                if (before != null && isLeft(before) && before.form().equals(heading.form())) {
                    match(heading, before);
                }
            }
        }
    }

    /** A heading in the place of another is that one, unless there was something to know it by. */
    private void renamedInPlace() {
        List<Unit> before = base.units().stream().filter(Unit::isHeading).toList();
        Map<Unit, Integer> places = new HashMap<>();
        before.forEach(heading -> places.put(heading, places.size()));
        Set<Unit> filled = filled();
        int next = 0;
        for (Unit unit : edited.units()) {
            if (!unit.isHeading()) {
                continue;
            }
            if (isOpen(unit) && next < before.size()) {
                Unit origin = before.get(next);
                boolean alike = !filled.contains(origin) || shareWord(unit.words(), origin.words());
                if (alike && isLeft(origin) && origin.form().equals(unit.form())) {
                    match(unit, origin);
                }
            }
            Unit origin = origins.get(unit);
            next = origin == null ? before.size() : places.getOrDefault(origin, before.size()) + 1;
        }
    }

    private static boolean shareWord(String one, String other) {
        Set<String> words = new HashSet<>(Arrays.asList(Whitespace.collapse(one).split(" ")));
        return Stream.of(Whitespace.collapse(other).split(" ")).anyMatch(words::contains);
    }

    /** The headings below the title that have units of their own. */
    private Set<Unit> filled() {
        Set<Unit> filled = new HashSet<>();
        for (Unit unit : base.units()) {
            Unit heading = unit.heading();
            if (heading != null && heading.depth() > 1 && !unit.isHeading()) {
                filled.add(heading);
            }
        }
        return filled;
    }

    /** What has neither id nor the same words is known by the unit before it. */
    private void editedInPlace() {
        List<Unit> before = base.units();
        int next = 0;
        for (Unit unit : edited.units()) {
            if (mayBeEdited(unit) && !unit.isHeading()) {
                while (next < before.size() && before.get(next).named() && isLeft(before.get(next))) {
                    next++;
                }
                if (next < before.size()
                        && isLeft(before.get(next))
                        && before.get(next).form().equals(unit.form())) {
                    match(unit, before.get(next));
                }
            }
            Unit origin = origins.get(unit);
            if (origin != null) {
                next = origin.index() + 1;
            } else if (unit.isHeading()) {
                next = before.size();
            }
        }
    }
}
