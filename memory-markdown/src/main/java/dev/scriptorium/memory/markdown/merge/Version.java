package dev.scriptorium.memory.markdown.merge;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Opaque;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One state of a topic as the units it is made of. */
final class Version {
    private static final int UNDEFINED = -1;

    private final Topic topic;
    private final List<Unit> units = new ArrayList<>();
    private final List<Integer> leading = new ArrayList<>();
    private final Map<String, Integer> meanings = new HashMap<>();
    private final Map<String, Integer> firsts = new HashMap<>();
    private final Set<String> cited = new HashSet<>();

    private Version(Topic topic) {
        this.topic = topic;
    }

    /**
     * Reads a version.
     *
     * @param numbers what definitions say, numbered: the same number for the same words in every version read with it
     */
    static Version read(TopicPath path, String text, Map<String, Integer> numbers) {
        Version version = new Version(TopicParser.parse(path, text));
        version.readDefinitions(numbers);
        version.readUnits();
        return version;
    }

    private void readDefinitions(Map<String, Integer> numbers) {
        for (int i = 0; i < topic.elements().size(); i++) {
            if (topic.elements().get(i) instanceof Definition definition
                    && firsts.putIfAbsent(definition.label(), i) == null) {
                int number = numbers.computeIfAbsent(said(definition), words -> numbers.size());
                meanings.put(definition.label(), number);
            }
        }
    }

    private static String said(Definition definition) {
        StringBuilder out = new StringBuilder(definition.time()).append('\n').append(definition.stray());
        for (SourceLink source : definition.sources()) {
            out.append('\n').append(source.label()).append('\n').append(Whitespace.trim(source.target()));
        }
        return out.toString();
    }

    private void readUnits() {
        List<Unit> above = new ArrayList<>();
        for (int i = 0; i < topic.elements().size(); i++) {
            Element element = topic.elements().get(i);
            if (element instanceof Definition) {
                (units.isEmpty() ? leading : units.get(units.size() - 1).definitions()).add(i);
                continue;
            }
            if (element instanceof Heading heading) {
                while (!above.isEmpty() && above.get(above.size() - 1).depth() >= heading.level()) {
                    above.remove(above.size() - 1);
                }
            }
            Unit over = above.isEmpty() ? null : above.get(above.size() - 1);
            Unit unit = new Unit(element, units.size(), i, over, print(element));
            units.add(unit);
            cited.addAll(unit.labels());
            if (unit.isHeading()) {
                above.add(unit);
            }
        }
    }

    private String print(Element element) {
        if (element instanceof Heading heading) {
            return heading.text();
        }
        if (element instanceof Opaque opaque) {
            return opaque.text();
        }
        Block block = (Block) element;
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (CitationGroup group : block.groups()) {
            out.append(block.raw(), from, group.start());
            for (String label : group.labels()) {
                // A blank line, which no block has, keeps what is meant apart from what is written.
                int meaning = meaning(label);
                boolean byName = meaning == UNDEFINED || label.startsWith("mem_");
                out.append("\n\n").append(byName ? label : "").append('|').append(meaning);
            }
            out.append("\n\n");
            from = group.end();
        }
        return out.append(block.raw(), from, block.raw().length()).toString();
    }

    List<Unit> units() {
        return units;
    }

    List<Element> elements() {
        return topic.elements();
    }

    /** The numbers of the definitions before the first unit. */
    List<Integer> leading() {
        return leading;
    }

    /** The number of what a label means; the same negative one for every label without a definition. */
    int meaning(String label) {
        return meanings.getOrDefault(label, UNDEFINED);
    }

    boolean defines(String label) {
        return meanings.containsKey(label);
    }

    /** Whether any block cites a label. */
    boolean cites(String label) {
        return cited.contains(label);
    }

    /** The number of the element that defines a label; null when none does. */
    @Nullable
    Integer definition(String label) {
        return firsts.get(label);
    }

    /** The labels that are defined. */
    Set<String> defined() {
        return firsts.keySet();
    }

    /** Every label that stands in it. */
    Set<String> labels() {
        Set<String> all = new HashSet<>(cited);
        all.addAll(firsts.keySet());
        return all;
    }

    /** The lines of an element. */
    String text(int piece) {
        Element element = topic.elements().get(piece);
        return String.join("\n", topic.lines().subList(element.line(), element.endLine()));
    }

    /** The lines before an element that belong to none; of the number after the last one, those at the end. */
    List<String> gap(int piece) {
        int from = piece == 0 ? 0 : topic.elements().get(piece - 1).endLine();
        int to = piece == topic.elements().size()
                ? topic.lines().size()
                : topic.elements().get(piece).line();
        return topic.lines().subList(from, to);
    }
}
