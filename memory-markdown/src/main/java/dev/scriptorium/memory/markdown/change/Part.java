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
    private final TopicPath origin;
    private List<String> gap;
    private int order;
    Part before = this;
    Part after = this;

    private Part(Element element, String text, TopicPath origin, List<String> gap, int order) {
        this.element = element;
        this.text = text;
        this.origin = origin;
        this.gap = gap;
        this.order = order;
    }

    /** An element of a topic as it stands. */
    static Part of(TopicPath path, Element element, List<String> lines, int gapFrom) {
        return new Part(
                element,
                String.join("\n", lines.subList(element.line(), element.endLine())),
                path,
                List.copyOf(lines.subList(gapFrom, element.line())),
                element.line());
    }

    /** What stands before the first element and after the last. */
    static Part outside() {
        return new Part(new Opaque(0, 0, Opaque.Kind.BREAK, ""), "", TopicPath.CORE, List.of(), -1);
    }

    static Part block(TopicPath path, List<String> headings, String raw) {
        return new Part(TopicParser.block(headings, 0, raw), raw, path, ONE_BLANK_LINE, 0);
    }

    static Part heading(TopicPath path, int level, String text) {
        return new Part(new Heading(0, level, text), "#".repeat(level) + " " + text, path, ONE_BLANK_LINE, 0);
    }

    /** A definition from its line, which is one, with links as they lead from a topic. */
    static Part definition(TopicPath path, String line) {
        Definition definition = TopicParser.parse(TopicPath.CORE, line).definitions().values().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no definition: " + line));
        return new Part(definition, line, path, ONE_BLANK_LINE, 0);
    }

    Element element() {
        return element;
    }

    String text() {
        return text;
    }

    /** The topic from which its links lead as they are written, wherever it stands now. */
    TopicPath origin() {
        return origin;
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
