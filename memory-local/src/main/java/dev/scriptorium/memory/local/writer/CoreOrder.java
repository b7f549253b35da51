package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Sorts the blocks under each heading of the core topic: those that more turns are cited for first, then those with the
 * latest evidence, then as they stand. What is neither block nor definition keeps its place, and nothing crosses it.
 */
final class CoreOrder {
    private final Topic topic;
    private final LineEdits edits;
    private final List<Unit> open = new ArrayList<>();
    private boolean changed;

    private CoreOrder(Topic topic) {
        this.topic = topic;
        this.edits = new LineEdits(topic.lines());
    }

    /** A block and the definitions that follow it. */
    private record Unit(Block block, List<Element> elements, int turns, String latest) {}

    /** The text in order; the same text when it is. */
    static String order(String text) {
        CoreOrder order = new CoreOrder(TopicParser.parse(TopicPath.CORE, text));
        for (Element element : order.topic.elements()) {
            if (element instanceof Block block) {
                order.open.add(order.unit(block));
            } else if (element instanceof Definition && !order.open.isEmpty()) {
                order.open.get(order.open.size() - 1).elements().add(element);
            } else if (!(element instanceof Definition)) {
                order.close();
            }
        }
        order.close();
        return order.changed ? order.edits.text() : text;
    }

    private Unit unit(Block block) {
        Set<String> turns = new HashSet<>();
        String latest = "";
        for (CitationGroup group : block.groups()) {
            for (String label : group.labels()) {
                Definition definition = topic.definitions().get(label);
                if (definition != null) {
                    definition.sources().stream()
                            .map(SourceLink::target)
                            .map(String::strip)
                            .forEach(turns::add);
                    String when = definition.when().orElse("");
                    latest = when.compareTo(latest) > 0 ? when : latest;
                }
            }
        }
        return new Unit(block, new ArrayList<>(List.of(block)), turns.size(), latest);
    }

    private void close() {
        List<Unit> sorted = new ArrayList<>(open);
        sorted.sort(
                Comparator.comparingInt(Unit::turns).reversed().thenComparing(Unit::latest, Comparator.reverseOrder()));
        if (!sorted.equals(open)) {
            changed = true;
            List<String> paragraphs = new ArrayList<>();
            sorted.forEach(unit -> unit.elements().forEach(element -> paragraphs.add(lines(element))));
            for (Unit unit : open) {
                unit.elements().forEach(element -> edits.remove(element.line(), element.endLine()));
            }
            edits.insert(open.get(0).block().line(), paragraphs);
        }
        open.clear();
    }

    private String lines(Element element) {
        return String.join("\n", topic.lines().subList(element.line(), element.endLine()));
    }
}
