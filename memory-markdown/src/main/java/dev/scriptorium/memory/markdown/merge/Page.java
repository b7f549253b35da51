package dev.scriptorium.memory.markdown.merge;

import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Opaque;
import java.util.ArrayList;
import java.util.List;

/**
 * The merged text as it grows: what comes from theirs as it stands there, blank lines included, as long as its neighbour
 * is the same; everything else with one blank line before it.
 */
final class Page {
    private static final int NOT_OF_THEIRS = -2;

    private final Version theirs;
    private final List<String> parts = new ArrayList<>();
    private final List<Span> written = new ArrayList<>();
    private int line;
    private int last = -1;
    private boolean untouched = true;

    Page(Version theirs) {
        this.theirs = theirs;
    }

    private record Span(Class<?> type, int line, int endLine, List<String> labels) {
        static Span of(Element element) {
            return new Span(element.getClass(), element.line(), element.endLine(), Page.labels(element));
        }
    }

    /** The labels that an element cites, as often as it does. */
    static List<String> labels(Element element) {
        return element instanceof Block block
                ? block.groups().stream()
                        .flatMap(group -> group.labels().stream())
                        .toList()
                : List.of();
    }

    /** Takes an element of theirs as it stands. */
    void copy(int piece) {
        Element element = theirs.elements().get(piece);
        if (piece == last + 1) {
            theirs.gap(piece).forEach(this::add);
            append(element.getClass(), theirs.text(piece), labels(element));
        } else {
            put(element.getClass(), theirs.text(piece), labels(element));
        }
        last = piece;
    }

    /** Puts an element of this type, with these citations, behind what there is. */
    void put(Class<?> type, String text, List<String> labels) {
        untouched = false;
        // A rule at the very top would begin front matter.
        boolean opens = type == Opaque.class && text.stripTrailing().equals("---");
        if (line > 0 || opens) {
            add("");
        }
        append(type, text, labels);
        last = NOT_OF_THEIRS;
    }

    private void append(Class<?> type, String text, List<String> labels) {
        int from = line;
        add(text);
        written.add(new Span(type, from, line, labels));
    }

    private void add(String text) {
        parts.add(text);
        line += 1 + (int) text.chars().filter(c -> c == '\n').count();
    }

    /** Ends the last line, as theirs does where theirs ends with the same. */
    void end() {
        if (last == theirs.elements().size() - 1) {
            theirs.gap(last + 1).forEach(this::add);
        } else {
            untouched = false;
            if (line > 0) {
                add("");
            }
        }
    }

    /** Whether the text is theirs, to the last blank line. */
    boolean untouched() {
        return untouched;
    }

    String text() {
        return String.join("\n", parts);
    }

    /**
     * Whether the text reads as what it was put together from: nothing swallows what follows it, and every citation is
     * one.
     */
    boolean readsAsWritten(List<Element> read) {
        return read.stream().map(Span::of).toList().equals(written);
    }
}
