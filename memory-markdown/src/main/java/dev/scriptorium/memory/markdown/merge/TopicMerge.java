package dev.scriptorium.memory.markdown.merge;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Three-way merge of a topic by block: what one side changed is taken from that side, what both changed alike is taken
 * once, and what both changed differently is a conflict. It takes any text and never throws; its cost is linear in the
 * texts. Pure.
 *
 * @since 0.1
 */
public final class TopicMerge {
    private TopicMerge() {}

    /**
     * Merges two edits of a topic.
     *
     * <p>Where one side has changed nothing the other side is the result, byte for byte. Otherwise order and spacing
     * follow theirs; what ours adds goes after the same neighbour; a block that ours alone has moved is moved. Ours need
     * not be canonical: its new labels are renamed where theirs uses them for something else. The result may need
     * normalising.
     *
     * @param base the text that both sides started from; empty where there was no topic
     * @param ours the text with our changes; empty where we deleted the topic
     * @param theirs the text that stands there now; empty where there is none
     * @return the merged text, with theirs in the places of the conflicts, and the conflicts
     */
    public static MergedTopic merge(
            TopicPath path, Optional<String> base, Optional<String> ours, Optional<String> theirs) {
        if (ours.equals(base) || ours.equals(theirs)) {
            return new MergedTopic(theirs, List.of());
        }
        if (theirs.equals(base)) {
            return new MergedTopic(ours, List.of());
        }
        if (ours.isEmpty() || theirs.isEmpty()) {
            return new MergedTopic(theirs, List.of(new MergeConflict(path, Optional.empty(), 1)));
        }
        Map<String, Integer> meanings = new HashMap<>();
        return merge(
                path,
                Alignment.of(
                        Version.read(path, base.orElse(""), meanings),
                        Version.read(path, ours.get(), meanings),
                        Version.read(path, theirs.get(), meanings)),
                theirs.get());
    }

    private static MergedTopic merge(TopicPath path, Alignment alignment, String theirs) {
        Decisions.decide(alignment);
        Page page = MergeWriter.write(alignment, Arrangement.arrange(alignment));
        List<MergeConflict> conflicts = conflicts(path, alignment);
        if (page.untouched()) {
            return new MergedTopic(Optional.of(theirs), conflicts);
        }
        String text = page.text();
        if (!page.readsAsWritten(TopicParser.parse(path, text).elements())) {
            // Side by side the two would not be what they are apart: something that is never closed, say.
            conflicts.add(new MergeConflict(path, Optional.empty(), 1));
            return new MergedTopic(Optional.of(theirs), conflicts);
        }
        return new MergedTopic(Optional.of(text), conflicts);
    }

    /** The conflicts in the order of theirs; what is not in theirs comes where its neighbour is. */
    private static List<MergeConflict> conflicts(TopicPath path, Alignment alignment) {
        Map<Node, Integer> lines = new HashMap<>();
        int line = 1;
        for (Unit unit : alignment.ours().units()) {
            Node node = alignment.of(unit);
            line = node.theirs == null ? line : node.theirs.element().line() + 1;
            lines.put(node, line);
        }
        for (Unit unit : alignment.theirs().units()) {
            lines.put(alignment.of(unit), unit.element().line() + 1);
        }
        List<MergeConflict> conflicts = new ArrayList<>();
        alignment.nodes().stream()
                .filter(node -> node.conflict)
                .sorted(Comparator.comparing(node -> lines.getOrDefault(node, 1)))
                .forEach(node -> conflicts.add(new MergeConflict(path, id(node), lines.getOrDefault(node, 1))));
        return conflicts;
    }

    /** The id that all sides know, if there is one. */
    private static Optional<BlockId> id(Node node) {
        return Stream.of(node.base, node.theirs, node.ours)
                .flatMap(Stream::ofNullable)
                .filter(Unit::named)
                .map(Unit::ownId)
                .filter(BlockId::isValid)
                .map(BlockId::new)
                .findFirst();
    }
}
