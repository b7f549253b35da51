package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Merges the blocks of one topic that have the same words under the same headings, those of time apart: the first
 * stays where it is, with the ids and the evidence of all.
 *
 * <p>Blocks of different topics or headings are left alone: the same words may mean another thing there.
 */
final class ExactDuplicates {
    private final Topic topic;
    private final LineEdits edits;

    private ExactDuplicates(Topic topic) {
        this.topic = topic;
        this.edits = new LineEdits(topic.lines());
    }

    /** The text with its duplicates merged; the same text when there are none. */
    static String merge(TopicPath path, String text) {
        Topic topic = TopicParser.parse(path, text);
        Map<List<String>, List<Block>> equals = new LinkedHashMap<>();
        for (Block block : topic.blocks()) {
            if (!block.ids().isEmpty() && !block.groups().isEmpty()) {
                List<String> key = new ArrayList<>(block.headings().stream()
                        .filter(heading -> !Periods.is(heading))
                        .toList());
                key.add(Whitespace.collapse(block.content()));
                equals.computeIfAbsent(key, fresh -> new ArrayList<>()).add(block);
            }
        }
        equals.values().removeIf(blocks -> blocks.size() < 2);
        if (equals.isEmpty()) {
            return text;
        }
        ExactDuplicates duplicates = new ExactDuplicates(topic);
        equals.values().forEach(duplicates::merge);
        return duplicates.withoutEmptyPeriods(path);
    }

    private void merge(List<Block> blocks) {
        Block first = blocks.get(0);
        List<Set<String>> labels = new ArrayList<>();
        first.groups().forEach(group -> labels.add(new LinkedHashSet<>(group.labels())));
        List<String> ids = new ArrayList<>();
        List<String> moved = new ArrayList<>();
        for (Block other : blocks.subList(1, blocks.size())) {
            ids.addAll(other.ids());
            boolean alike = quotes(first).equals(quotes(other));
            for (int i = 0; i < other.groups().size(); i++) {
                labels.get(alike ? i : labels.size() - 1)
                        .addAll(other.groups().get(i).labels());
            }
            edits.remove(other.line(), other.endLine());
            for (Definition definition : definitionsBelow(other)) {
                edits.remove(definition.line(), definition.endLine());
                moved.add(topic.lines().get(definition.line()));
            }
        }
        ids.addAll(first.ids());
        String raw = raw(first, labels) + " ^" + String.join(" ^", ids);
        edits.replace(first.line(), first.endLine(), List.of(raw.split("\n", -1)));
        List<Definition> own = definitionsBelow(first);
        edits.insert(own.isEmpty() ? first.endLine() : own.get(own.size() - 1).endLine(), moved);
    }

    private static List<String> quotes(Block block) {
        return block.groups().stream()
                .map(group -> Whitespace.collapse(group.quote()))
                .toList();
    }

    private static String raw(Block block, List<Set<String>> labels) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (int i = 0; i < labels.size(); i++) {
            CitationGroup group = block.groups().get(i);
            out.append(block.raw(), from, group.start());
            labels.get(i).forEach(label -> out.append("[^").append(label).append(']'));
            from = group.end();
        }
        return out.append(block.raw(), from, Math.max(from, block.idsStart())).toString();
    }

    private List<Definition> definitionsBelow(Block block) {
        List<Element> elements = topic.elements();
        List<Definition> found = new ArrayList<>();
        for (int i = elements.indexOf(block) + 1;
                i < elements.size() && elements.get(i) instanceof Definition definition;
                i++) {
            found.add(definition);
        }
        return found;
    }

    /** The edited text without the headings of time that nothing stands under any more. */
    private String withoutEmptyPeriods(TopicPath path) {
        Topic edited = TopicParser.parse(path, edits.text());
        LineEdits tidy = new LineEdits(edited.lines());
        List<Element> elements = edited.elements();
        for (int i = 0; i < elements.size(); i++) {
            boolean empty = i + 1 == elements.size() || Periods.is(elements.get(i + 1));
            if (Periods.is(elements.get(i)) && empty) {
                tidy.remove(elements.get(i).line(), elements.get(i).endLine());
            }
        }
        return tidy.text();
    }
}
