package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Link;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A {@code core.md} in the root of a workspace that older programs wrote there themselves, rather than render it.
 *
 * @since 0.1
 */
public final class RootCore {
    private static final Rebase INTO_TOPICS = new Rebase(CoreView.PATH, TopicPath.CORE.value());

    private RootCore() {}

    /** The same text as the master topic would have it: the way of its links leads from there. */
    public static String asTopic(String text) {
        Topic topic = TopicParser.parse(TopicPath.CORE, text);
        List<String> lines = new ArrayList<>(topic.lines());
        for (Block block : topic.blocks()) {
            rebase(lines, block);
        }
        for (Definition definition : topic.definitions().values()) {
            lines.set(definition.line(), rebased(lines.get(definition.line()), definition));
        }
        return String.join("\n", lines);
    }

    private static void rebase(List<String> lines, Block block) {
        List<Link> elsewhere = block.links().stream()
                .filter(link -> !link.target().startsWith("#"))
                .toList();
        StringBuilder raw = new StringBuilder(block.raw());
        INTO_TOPICS.replace(raw, 0, elsewhere);
        List<String> rebased = Arrays.asList(raw.toString().split("\n", -1));
        for (int i = 0; i < rebased.size(); i++) {
            lines.set(block.line() + i, rebased.get(i));
        }
    }

    private static String rebased(String line, Definition definition) {
        StringBuilder out = new StringBuilder(line);
        int from = 0;
        for (SourceLink source : definition.sources()) {
            String written = "](" + source.target() + ")";
            int at = source.bare() ? -1 : out.indexOf(written, from);
            if (at >= 0) {
                // From the root the way to an archive looks like a bare reference.
                boolean way = source.target().startsWith("sources/");
                String rebased =
                        "](" + (way ? INTO_TOPICS.target(source.target()) : INTO_TOPICS.source(source.target())) + ")";
                out.replace(at, at + written.length(), rebased);
                from = at + rebased.length();
            }
        }
        return out.toString();
    }
}
