package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Opaque;
import java.util.List;

/**
 * One element of a topic in the making, between its neighbours: its lines, and the blank lines before it as they were
 * typed.
 */
final class Part {
    private static final List<String> ONE_BLANK_LINE = List.of("");

    private final Element element;
    private final String text;
    private List<String> gap;
    private int order;
    Part before = this;
    Part after = this;

    private Part(Element element, String text, List<String> gap, int order) {
        this.element = element;
        this.text = text;
        this.gap = gap;
        this.order = order;
    }

    /** An element of a topic as it stands. */
    static Part of(Element element, List<String> lines, int gapFrom) {
        return new Part(
                element,
                String.join("\n", lines.subList(element.line(), element.endLine())),
                List.copyOf(lines.subList(gapFrom, element.line())),
                element.line());
    }

    /** What stands before the first element and after the last. */
    static Part outside() {
        return new Part(new Opaque(0, 0, Opaque.Kind.BREAK, ""), "", List.of(), -1);
    }

    static Part block(List<String> headings, String raw) {
        return new Part(TopicParser.block(headings, 0, raw), raw, ONE_BLANK_LINE, 0);
    }

    static Part heading(int level, String text) {
        return new Part(new Heading(0, level, text), "#".repeat(level) + " " + text, ONE_BLANK_LINE, 0);
    }

    /** A definition from its line, which is one. */
    static Part definition(String line) {
        Definition definition = TopicParser.parse(TopicPath.CORE, line).definitions().values().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no definition: " + line));
        return new Part(definition, line, ONE_BLANK_LINE, 0);
    }

    Element element() {
        return element;
    }

    String text() {
        return text;
    }

    List<String> gap() {
        return gap;
    }

    /** Where it stood when its topic was read; of what came later, where its neighbour did. */
    int order() {
        return order;
    }

    void ordered(int place) {
        order = place;
    }

    Block block() {
        return (Block) element;
    }

    boolean isBlock() {
        return element instanceof Block;
    }

    boolean isHeading() {
        return element instanceof Heading;
    }

    boolean isDefinition() {
        return element instanceof Definition;
    }

    private boolean isRule() {
        return element instanceof Opaque && text.stripTrailing().equals("---");
    }

    /** Takes its place after another. */
    void link(Part previous) {
        before = previous;
        after = previous.after;
        previous.after = this;
        after.before = this;
        order = previous.order;
    }

    void unlink() {
        before.after = after;
        after.before = before;
    }

    /** Takes the place of another with the blank lines before it. */
    void replace(Part other) {
        gap = other.gap;
        link(other);
        other.unlink();
    }

    /**
     * Gives it canonical spacing (D9). A rule at the very top keeps a blank line above it: without it, it would begin
     * front matter.
     */
    void space(boolean first) {
        gap = first && !isRule() ? List.of() : ONE_BLANK_LINE;
    }
}
