package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One topic in the making: its parts in order. Where something is put in, taken out or replaced there is one blank line
 * afterwards; every other blank line stays as it was typed. Not thread-safe.
 */
final class TopicDraft {
    private final TopicPath path;
    private final Part outside = Part.outside();
    private final Map<String, Part> records = new HashMap<>();
    private final Map<String, Part> definitions = new HashMap<>();
    private final Map<String, Integer> citing = new HashMap<>();
    private boolean touched;

    private TopicDraft(TopicPath path) {
        this.path = path;
    }

    static TopicDraft of(TopicPath path, Optional<Topic> topic) {
        TopicDraft draft = new TopicDraft(path);
        if (topic.isPresent()) {
            List<String> lines = topic.get().lines();
            int at = 0;
            for (Element element : topic.get().elements()) {
                Part part = Part.of(path, element, lines, at);
                draft.chain(part);
                at = element.endLine();
            }
        }
        return draft;
    }

    private void chain(Part part) {
        int order = part.order();
        part.link(outside.before);
        part.ordered(order);
        enter(part);
    }

    TopicPath path() {
        return path;
    }

    /** What stands before the first part and after the last. */
    Part outside() {
        return outside;
    }

    boolean touched() {
        return touched;
    }

    /** The block that answers to an id. */
    Optional<Part> record(String id) {
        return Optional.ofNullable(records.get(id));
    }

    Optional<Part> definition(String label) {
        return Optional.ofNullable(definitions.get(label));
    }

    /** Whether any block cites a label. */
    boolean cites(String label) {
        return citing.containsKey(label);
    }

    /** Whether any block but this one cites a label that it cites. */
    boolean citedBeside(String label, Part block) {
        Integer count = citing.get(label);
        return count != null && count > (RecordIds.labels(block.block()).contains(label) ? 1 : 0);
    }

    /** The last of a block's own definitions among those that follow it directly; the block when there is none. */
    static Part lastOf(Part block) {
        Set<String> labels = RecordIds.labels(block.block());
        Part last = block;
        for (Part part = block.after; part.element() instanceof Definition definition; part = part.after) {
            if (labels.contains(definition.label())) {
                last = part;
            }
        }
        return last;
    }

    /**
     * The first of a block's own definitions where somebody put them before it; the block when there is none. What the
     * block before cites too is that one's.
     */
    static Part firstOf(Part block) {
        Part above = block.before;
        while (above.isDefinition()) {
            above = above.before;
        }
        Set<String> labels = new HashSet<>(RecordIds.labels(block.block()));
        if (above.isBlock()) {
            labels.removeAll(RecordIds.labels(above.block()));
        }
        Part first = block;
        while (first.before.element() instanceof Definition definition && labels.contains(definition.label())) {
            first = first.before;
        }
        return first;
    }

    void insert(Part previous, Part part) {
        touched = true;
        part.link(previous);
        enter(part);
        respace(part);
        respace(part.after);
    }

    void remove(Part part) {
        touched = true;
        part.unlink();
        leave(part);
        respace(part.after);
    }

    /** Puts a part in the place of another, blank lines as they are. */
    void replace(Part old, Part part) {
        touched = true;
        leave(old);
        part.replace(old);
        enter(part);
    }

    /** Gives a part and its next neighbour one blank line before them. */
    void isolate(Part part) {
        respace(part);
        respace(part.after);
    }

    private void respace(Part part) {
        if (part != outside) {
            part.space(part.before == outside);
        }
    }

    /** Removes the definitions of these labels that no block cites any more. */
    void removeUncited(Iterable<String> labels) {
        for (String label : labels) {
            Part definition = definitions.get(label);
            if (definition != null && !cites(label)) {
                remove(definition);
            }
        }
    }

    private void enter(Part part) {
        if (part.element() instanceof Block block) {
            RecordIds.of(block).forEach(id -> records.putIfAbsent(id, part));
            RecordIds.labels(block).forEach(label -> citing.merge(label, 1, Integer::sum));
        } else if (part.element() instanceof Definition definition) {
            definitions.putIfAbsent(definition.label(), part);
        }
    }

    private void leave(Part part) {
        if (part.element() instanceof Block block) {
            RecordIds.of(block).forEach(id -> records.remove(id, part));
            RecordIds.labels(block)
                    .forEach(label -> citing.computeIfPresent(label, (key, count) -> count == 1 ? null : count - 1));
        } else if (part.element() instanceof Definition definition) {
            definitions.remove(definition.label(), part);
        }
    }

    /** The text as it is to be. */
    String text() {
        StringBuilder out = new StringBuilder();
        for (Part part = outside.after; part != outside; part = part.after) {
            part.gap().forEach(blank -> out.append(blank).append('\n'));
            out.append(part.text()).append('\n');
        }
        return out.toString();
    }

    /**
     * The line, from 1, from which on the text does not read as the parts it was made of: what stands there is swallowed
     * by something before it that never ends. Empty when all is well.
     */
    OptionalInt swallowedAt() {
        Topic topic = TopicParser.parse(path, text());
        List<Element> elements = topic.elements();
        int line = 0;
        int next = 0;
        for (Part part = outside.after; part != outside; part = part.after) {
            line += part.gap().size();
            int end = line + (int) part.text().chars().filter(c -> c == '\n').count() + 1;
            boolean same = next < elements.size()
                    && elements.get(next).line() == line
                    && elements.get(next).endLine() == end
                    && elements.get(next).getClass() == part.element().getClass();
            if (!same) {
                return OptionalInt.of(line + 1);
            }
            line = end;
            next++;
        }
        return next == elements.size() ? OptionalInt.empty() : OptionalInt.of(line + 1);
    }
}
