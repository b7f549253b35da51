package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Opaque;
import java.util.ArrayList;
import java.util.List;

/** Finds in a draft the place that a destination means, and makes the headings that are missing. */
final class Placement {
    private final TopicDraft draft;
    private final Destination destination;

    private Placement(TopicDraft draft, Destination destination) {
        this.draft = draft;
        this.destination = destination;
    }

    /** The part that what is placed goes behind. */
    static Part find(TopicDraft draft, Destination destination, int item) {
        Placement placement = new Placement(draft, destination);
        BlockId anchor = destination.anchor();
        return anchor == null ? placement.section() : placement.beside(requireAnchor(draft, destination, anchor, item));
    }

    /** Refuses an anchor that stands elsewhere. */
    static Part requireAnchor(TopicDraft draft, Destination destination, BlockId anchor, int item) {
        return draft.record(anchor.value())
                .filter(part -> part.block().headings().equals(destination.headings()))
                .orElseThrow(() -> Refusal.change(
                        item,
                        ErrorCode.INVALID_ARGUMENT,
                        "the anchor ^" + anchor + " does not stand in " + draft.path() + " under "
                                + (destination.headings().isEmpty()
                                        ? "no heading"
                                        : String.join(" / ", destination.headings()))));
    }

    private Part beside(Part anchor) {
        return destination.position() == Position.BEFORE
                ? TopicDraft.firstOf(anchor).before
                : TopicDraft.lastOf(anchor);
    }

    private Part section() {
        List<String> wanted = destination.headings();
        Part outside = draft.outside();
        List<String> above = new ArrayList<>();
        Part best = outside;
        int depth = 0;
        for (Part part = outside.after; part != outside && depth < wanted.size(); part = part.after) {
            if (part.element() instanceof Heading heading) {
                while (above.size() >= heading.level()) {
                    above.remove(above.size() - 1);
                }
                above.add(heading.text());
                if (above.size() > depth
                        && above.size() <= wanted.size()
                        && above.equals(wanted.subList(0, above.size()))) {
                    best = part;
                    depth = above.size();
                }
            }
        }
        return depth == wanted.size() ? within(best) : make(best, depth);
    }

    private Part within(Part heading) {
        if (destination.position() == Position.START) {
            boolean frontMatter = heading == draft.outside()
                    && heading.after.element() instanceof Opaque opaque
                    && opaque.kind() == Opaque.Kind.FRONT_MATTER;
            return frontMatter ? heading.after : heading;
        }
        Part end = heading.after;
        while (end != draft.outside() && !end.isHeading()) {
            end = end.after;
        }
        return end.before;
    }

    private Part make(Part deepest, int depth) {
        Part next = deepest.after;
        while (next != draft.outside() && !(next.element() instanceof Heading heading && heading.level() <= depth)) {
            next = next.after;
        }
        Part last = next.before;
        List<String> wanted = destination.headings();
        for (int level = depth + 1; level <= wanted.size(); level++) {
            Part heading = Part.heading(draft.path(), level, wanted.get(level - 1));
            draft.insert(last, heading);
            last = heading;
        }
        return last;
    }
}
