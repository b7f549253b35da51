package dev.scriptorium.memory.markdown.topic;

import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One topic, parsed: its lines as they stand, and the elements they form. Says nothing about whether it keeps the
 * rules. Immutable.
 *
 * @since 0.1
 */
public final class Topic {
    private final TopicPath path;
    private final List<String> lines;
    private final List<Element> elements;
    private final List<Block> blocks;
    private final Map<String, Definition> definitions;

    /** A topic of these lines and elements, in order. */
    public Topic(TopicPath path, List<String> lines, List<Element> elements) {
        this.path = path;
        this.lines = List.copyOf(lines);
        this.elements = List.copyOf(elements);
        this.blocks = elements.stream()
                .filter(Block.class::isInstance)
                .map(Block.class::cast)
                .toList();
        Map<String, Definition> byLabel = new LinkedHashMap<>();
        for (Element element : elements) {
            if (element instanceof Definition definition) {
                byLabel.putIfAbsent(definition.label(), definition);
            }
        }
        this.definitions = java.util.Collections.unmodifiableMap(byLabel);
    }

    /** Where it stands. */
    public TopicPath path() {
        return path;
    }

    /** Its lines without their ends; the empty text has one empty line. */
    public List<String> lines() {
        return lines;
    }

    /** Its elements in order. */
    public List<Element> elements() {
        return elements;
    }

    /** Its blocks in order, id or not. */
    public List<Block> blocks() {
        return blocks;
    }

    /** Its definitions by label, in order; of two with one label the first. */
    public Map<String, Definition> definitions() {
        return definitions;
    }

    /** The definition of a label. */
    public Optional<Definition> definition(String label) {
        return Optional.ofNullable(definitions.get(label));
    }

    /** The lines joined by LF. */
    public String text() {
        return String.join("\n", lines);
    }
}
