package dev.scriptorium.memory.local.history;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A block as it stood somewhere at some time. Immutable; two are equal when place, words, ids and evidence are the same
 * to the letter.
 *
 * @since 0.1
 */
public final class BlockWording {
    private final TopicPath path;
    private final List<String> headings;
    private final List<String> ids;
    private final String text;
    private final String markdown;
    private final List<String> evidence;

    private BlockWording(
            TopicPath path,
            List<String> headings,
            List<String> ids,
            String text,
            String markdown,
            List<String> evidence) {
        this.path = path;
        this.headings = headings;
        this.ids = List.copyOf(ids);
        this.text = text;
        this.markdown = markdown;
        this.evidence = List.copyOf(evidence);
    }

    /** A block of a topic. */
    public static BlockWording of(Topic topic, Block block) {
        return new BlockWording(
                topic.path(),
                block.headings(),
                ids(block),
                block.content(),
                markdown(topic, block),
                evidence(topic, block));
    }

    /** The ids that a block answers to: its own, or the labels of records from before block ids. */
    public static List<String> ids(Block block) {
        return block.legacy()
                ? block.groups().stream()
                        .flatMap(group -> group.labels().stream())
                        .distinct()
                        .toList()
                : block.ids();
    }

    /** A block and the definitions it cites, each once. */
    public static String markdown(Topic topic, Block block) {
        StringBuilder out = new StringBuilder(block.raw()).append("\n");
        labels(block)
                .forEach(label -> topic.definition(label)
                        .ifPresent(definition -> out.append('\n')
                                .append(topic.lines().get(definition.line()))
                                .append('\n')));
        return out.toString();
    }

    private static Set<String> labels(Block block) {
        Set<String> labels = new LinkedHashSet<>();
        block.groups().forEach(group -> labels.addAll(group.labels()));
        return labels;
    }

    /** What is cited, in order; the way from the file to an archive is no part of it. */
    private static List<String> evidence(Topic topic, Block block) {
        List<String> evidence = new ArrayList<>();
        for (CitationGroup group : block.groups()) {
            for (String label : group.labels()) {
                evidence.add(topic.definition(label).map(BlockWording::cited).orElse(label));
            }
        }
        return evidence;
    }

    private static String cited(Definition definition) {
        StringBuilder out = new StringBuilder(definition.label()).append(' ').append(definition.time());
        for (SourceLink link : definition.sources()) {
            String target = link.target();
            while (target.startsWith("../")) {
                target = target.substring(3);
            }
            out.append('\n').append(link.label()).append('\n').append(target);
        }
        return out.toString();
    }

    /** The file in which it stood. */
    public TopicPath path() {
        return path;
    }

    /** The headings above it, outermost first. */
    public List<String> headings() {
        return headings;
    }

    /** The ids it answered to; the last was its own. */
    public List<String> ids() {
        return ids;
    }

    /** Its words, without citations and ids. */
    public String text() {
        return text;
    }

    /** The block and its definitions, as they stood. */
    public String markdown() {
        return markdown;
    }

    /** Whether it stood in the same file under the same headings as another. */
    public boolean stoodLike(BlockWording other) {
        return path.equals(other.path) && headings.equals(other.headings);
    }

    /** Whether words, ids and evidence are the same as another's, wherever it stood. */
    public boolean saidLike(BlockWording other) {
        return text.equals(other.text) && ids.equals(other.ids) && citedLike(other);
    }

    boolean citedLike(BlockWording other) {
        return evidence.equals(other.evidence);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BlockWording wording && stoodLike(wording) && markdown.equals(wording.markdown);
    }

    @Override
    public int hashCode() {
        return markdown.hashCode();
    }

    @Override
    public String toString() {
        return path + " " + headings + " " + ids;
    }
}
