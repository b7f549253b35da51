package dev.scriptorium.memory.markdown.parse;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Opaque;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the text of a topic into its elements, line by line, in one pass and without recursion. It takes any text;
 * whether the text keeps the rules is for {@code validate} to say.
 *
 * @since 0.1
 */
public final class TopicParser {
    private final TopicPath path;
    private final List<String> lines;
    private final List<Element> elements = new ArrayList<>();
    private final List<String> headings = new ArrayList<>();
    private final Containers containers = new Containers();
    private int deepest;
    private int deepestLine;

    private TopicParser(TopicPath path, List<String> lines) {
        this.path = path;
        this.lines = lines;
    }

    /** Parses a topic; a leading byte-order mark is no part of it. */
    public static Topic parse(TopicPath path, String text) {
        return new TopicParser(path, Lines.split(withoutMark(text))).parse();
    }

    /** The inside of one block, given its raw text; no structure is looked for. */
    public static Block block(List<String> headings, int line, String raw) {
        Inlines inlines = Inlines.read(raw);
        int lineCount = (int) raw.chars().filter(c -> c == '\n').count() + 1;
        return new Block(
                line,
                line + lineCount,
                headings,
                raw,
                inlines.groups(),
                inlines.ids(),
                inlines.idsStart(),
                inlines.links());
    }

    /** How deep lists and quotes are nested at the worst line, and which line that is, from 0. */
    public static Nesting nesting(String text) {
        TopicParser parser = new TopicParser(TopicPath.CORE, Lines.split(withoutMark(text)));
        parser.parse();
        return new Nesting(parser.deepest, parser.deepestLine);
    }

    /**
     * The deepest nesting of a text.
     *
     * @param depth lists and quotes open at once
     * @param line where, from 0
     * @since 0.1
     */
    public record Nesting(int depth, int line) {}

    private static String withoutMark(String text) {
        int from = 0;
        // Every one of them: what is left at the beginning would be dropped by the next reading.
        while (from < text.length() && text.charAt(from) == '\uFEFF') {
            from++;
        }
        return text.substring(from);
    }

    private Topic parse() {
        int at = frontMatter();
        int prose = -1;
        while (at < lines.size()) {
            String line = lines.get(at);
            if (Whitespace.isBlank(line)) {
                prose = close(prose, at);
                at++;
                continue;
            }
            containers.enter(line);
            if (containers.nesting() > deepest) {
                deepest = containers.nesting();
                deepestLine = at;
            }
            int end = structure(at, line, prose >= 0);
            if (end > at) {
                // The element just added begins here; the prose before it must come first.
                prose = close(prose, at);
                at = end;
            } else {
                prose = prose < 0 ? at : prose;
                at++;
            }
        }
        close(prose, at);
        return new Topic(path, lines, elements);
    }

    private int frontMatter() {
        if (!lines.get(0).stripTrailing().equals("---")) {
            return 0;
        }
        for (int i = 1; i < lines.size(); i++) {
            String line = lines.get(i).stripTrailing();
            if (line.equals("---") || line.equals("...")) {
                elements.add(opaque(0, i + 1, Opaque.Kind.FRONT_MATTER));
                return i + 1;
            }
        }
        return 0;
    }

    /** Reads the element of structure that begins at a line and returns the line after it; {@code at} for prose. */
    private int structure(int at, String line, boolean afterProse) {
        Fence fence = Fence.opening(line, containers);
        if (fence != null) {
            int end = codeEnd(at, fence);
            return add(at, opaque(at, end, Opaque.Kind.CODE), afterProse);
        }
        Definition definition = DefinitionLines.read(line, at);
        if (definition != null) {
            return add(at, definition, afterProse);
        }
        String bare = Whitespace.trim(line);
        if (bare.startsWith("<!--")) {
            return add(at, opaque(at, commentEnd(at), Opaque.Kind.COMMENT), afterProse);
        }
        if (bare.startsWith("<a") && bare.length() > 2 && Whitespace.is(bare.charAt(2))) {
            return add(at, opaque(at, at + 1, Opaque.Kind.ANCHOR), afterProse);
        }
        Heading heading = heading(line, at);
        if (heading != null) {
            return add(at, heading, afterProse);
        }
        if (isBreak(line, afterProse)) {
            return add(at, opaque(at, at + 1, Opaque.Kind.BREAK), afterProse);
        }
        return at;
    }

    private @Nullable Element waiting;

    private int add(int at, Element element, boolean afterProse) {
        if (afterProse) {
            waiting = element;
        } else {
            append(element);
        }
        return Math.max(element.endLine(), at + 1);
    }

    private void append(Element element) {
        if (element instanceof Heading heading) {
            while (headings.size() >= heading.level()) {
                headings.remove(headings.size() - 1);
            }
            headings.add(heading.text());
            containers.leave();
        }
        elements.add(element);
    }

    /** Ends the paragraph that began at a line, if one did, and then adds the element that ended it. */
    private int close(int prose, int end) {
        if (prose >= 0) {
            String raw = String.join("\n", lines.subList(prose, end));
            elements.add(block(headings, prose, raw));
        }
        if (waiting != null) {
            append(waiting);
            waiting = null;
        }
        return -1;
    }

    private int codeEnd(int at, Fence fence) {
        for (int i = at + 1; i < lines.size(); i++) {
            switch (fence.look(lines.get(i))) {
                case CLOSING -> {
                    return i + 1;
                }
                case OUTSIDE -> {
                    return i;
                }
                case CODE -> {}
            }
        }
        return lastNonBlank(at);
    }

    private int commentEnd(int at) {
        int from = lines.get(at).indexOf("<!--") + 4;
        for (int i = at; i < lines.size(); i++) {
            if (lines.get(i).indexOf("-->", i == at ? from : 0) >= 0) {
                return i + 1;
            }
        }
        return lastNonBlank(at);
    }

    /** What is never closed runs to the end of the file, blank lines at the very end left out. */
    private int lastNonBlank(int at) {
        int end = lines.size();
        while (end > at + 1 && Whitespace.isBlank(lines.get(end - 1))) {
            end--;
        }
        return end;
    }

    private static @Nullable Heading heading(String line, int at) {
        int level = 0;
        while (level < line.length() && line.charAt(level) == '#') {
            level++;
        }
        if (level < 1 || level > 6 || level == line.length() || !Whitespace.is(line.charAt(level))) {
            return null;
        }
        String text = Whitespace.trim(line.substring(level));
        return text.isEmpty() ? null : new Heading(at, level, text);
    }

    private static boolean isBreak(String line, boolean afterProse) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == ' ') {
            indent++;
        }
        String bare = line.substring(indent).stripTrailing();
        if (indent > 3 || bare.isEmpty()) {
            return false;
        }
        char mark = bare.charAt(0);
        if (mark != '-' && mark != '*' && mark != '_') {
            return false;
        }
        int count = 0;
        for (int i = 0; i < bare.length(); i++) {
            char c = bare.charAt(i);
            if (c == mark) {
                count++;
            } else if (c != ' ' && c != '\t') {
                return false;
            }
        }
        // Right below prose a line of hyphens is an underline, and part of the prose.
        boolean underline = afterProse && mark == '-' && bare.indexOf(' ') < 0 && bare.indexOf('\t') < 0;
        return count >= 3 && !underline;
    }

    private Opaque opaque(int from, int end, Opaque.Kind kind) {
        return new Opaque(from, end, kind, String.join("\n", lines.subList(from, end)));
    }
}
