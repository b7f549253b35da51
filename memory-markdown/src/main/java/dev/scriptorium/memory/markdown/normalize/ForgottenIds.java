package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives paragraphs their ids back: an editor may still show a text from before its new paragraphs got any, and saves that
 * again. Same words in the same file are the same paragraph.
 *
 * @since 0.1
 */
public final class ForgottenIds {
    private ForgottenIds() {}

    /** The text of a topic with the ids that its paragraphs had; the same text when none is missing. */
    public static String giveBack(String text, Topic former) {
        Topic now = TopicParser.parse(former.path(), text);
        Set<String> present = new HashSet<>(EditedTopics.ids(now));
        Map<String, Block> missing = new HashMap<>();
        for (Block block : former.blocks()) {
            if (!block.legacy()
                    && !block.ids().isEmpty()
                    && block.ids().stream().noneMatch(present::contains)) {
                missing.putIfAbsent(Whitespace.collapse(block.content()), block);
            }
        }
        if (missing.isEmpty()) {
            return text;
        }
        List<String> lines = new ArrayList<>(now.lines());
        boolean changed = false;
        for (Block block : now.blocks()) {
            boolean bare = block.ids().isEmpty() && !block.groups().isEmpty();
            Block before = bare ? missing.remove(Whitespace.collapse(block.content())) : null;
            if (before != null) {
                int last = block.endLine() - 1;
                lines.set(last, Whitespace.trimEnd(lines.get(last)) + " ^" + String.join(" ^", before.ids()));
                changed = true;
            }
        }
        return changed ? String.join("\n", lines) : text;
    }
}
