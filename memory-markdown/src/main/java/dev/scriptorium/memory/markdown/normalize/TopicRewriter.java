package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Writes a topic anew with its elements replaced one by one; whatever lies between them stays as it is. */
final class TopicRewriter {
    private TopicRewriter() {}

    /** The topic with every block and definition replaced by its new text; null removes it. */
    static Topic rewrite(Topic topic, Function<Block, String> blocks, Function<Definition, String> definitions) {
        List<String> out = new ArrayList<>(topic.lines().size());
        int at = 0;
        for (Element element : topic.elements()) {
            out.addAll(topic.lines().subList(at, element.line()));
            if (element instanceof Block block) {
                out.add(blocks.apply(block));
            } else if (element instanceof Definition definition) {
                out.add(definitions.apply(definition));
            } else {
                out.addAll(topic.lines().subList(element.line(), element.endLine()));
            }
            at = element.endLine();
        }
        out.addAll(topic.lines().subList(at, topic.lines().size()));
        return TopicParser.parse(topic.path(), finish(out));
    }

    /** Lines joined by LF, white space at the end dropped, one LF at the end; empty when nothing is left. */
    static String finish(List<String> lines) {
        String text = Whitespace.trimEnd(String.join("\n", lines));
        return text.isEmpty() ? "" : text + "\n";
    }

    /** The words of a block before its ids, without the invented ids at its line ends. */
    static String withoutInvented(Block block, Predicate<String> known) {
        String body = block.raw().substring(0, block.idsStart());
        if (body.indexOf('^') < 0) {
            return body;
        }
        String[] lines = body.split("\n", -1);
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < lines.length - 1; i++) {
            String line = stripLineEnd(lines[i], known);
            // A line of nothing but invented ids goes as a whole: a blank one would cut the block in two.
            if (!Whitespace.isBlank(line) || Whitespace.isBlank(lines[i])) {
                kept.add(line);
            }
        }
        kept.add(lines[lines.length - 1]);
        return String.join("\n", kept);
    }

    private static String stripLineEnd(String line, Predicate<String> known) {
        if (line.indexOf('`') >= 0 || line.indexOf('^') < 0) {
            // What may be code is left alone: a stray token is better kept than code cut.
            return line;
        }
        Block alone = TopicParser.block(List.of(), 0, line);
        boolean invented = !alone.ids().isEmpty() && alone.ids().stream().noneMatch(known);
        return invented ? line.substring(0, alone.idsStart()) : line;
    }

    /** A body with its citations relabelled and no space before them. */
    static String relabel(String body, Map<String, String> labels) {
        Block block = TopicParser.block(List.of(), 0, body);
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (CitationGroup group : block.groups()) {
            String before = body.substring(from, group.start());
            out.append(trimLineEnd(before));
            group.labels()
                    .forEach(label -> out.append("[^")
                            .append(labels.getOrDefault(label, label))
                            .append(']'));
            from = group.end();
        }
        return out.append(body, from, body.length()).toString();
    }

    /** Drops spaces and tabs at the end, and never a line break. */
    private static String trimLineEnd(String text) {
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) != '\n' && Whitespace.is(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end);
    }

    /** A definition line in canonical form. */
    static String definition(Definition definition, Map<String, String> labels, UnaryOperator<SourceLink> target) {
        StringBuilder out = new StringBuilder("[^")
                .append(labels.getOrDefault(definition.label(), definition.label()))
                .append("]: Time: `")
                .append(definition.time())
                .append("`; Sources: ");
        String separator = "";
        for (SourceLink source : definition.sources()) {
            SourceLink link = target.apply(source);
            out.append(separator)
                    .append('[')
                    .append(link.label())
                    .append("](")
                    .append(link.target())
                    .append(')');
            separator = ", ";
        }
        return out.toString();
    }
}
