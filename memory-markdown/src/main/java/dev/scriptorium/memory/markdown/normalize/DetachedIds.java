package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Brings home the ids of a list, quote or table that stand alone below it, as some editors write them: they become
 * the end of that block.
 */
final class DetachedIds {
    private static final Pattern COMPOSITE = Pattern.compile("\\s*(?:[-*+>|]|[0-9]{1,9}[.)])(?:\\s.*|[|].*|$|.*)");

    private DetachedIds() {}

    static Topic attach(Topic topic) {
        List<Element> elements = topic.elements();
        List<String> lines = new ArrayList<>(topic.lines());
        boolean changed = false;
        // From the end, so that the line numbers before stay right.
        for (int i = elements.size() - 1; i > 0; i--) {
            if (elements.get(i) instanceof Block ids
                    && elements.get(i - 1) instanceof Block owner
                    && isIdsOnly(ids)
                    && owner.ids().isEmpty()
                    && !owner.groups().isEmpty()
                    && isComposite(owner)) {
                int last = owner.endLine() - 1;
                lines.set(last, Whitespace.trimEnd(lines.get(last)) + " " + Whitespace.collapse(ids.raw()));
                lines.subList(owner.endLine(), ids.endLine()).clear();
                changed = true;
            }
        }
        return changed ? TopicParser.parse(topic.path(), String.join("\n", lines)) : topic;
    }

    private static boolean isIdsOnly(Block block) {
        return !block.ids().isEmpty() && block.groups().isEmpty() && block.idsStart() == 0;
    }

    private static boolean isComposite(Block block) {
        int end = block.raw().indexOf('\n');
        String first = end < 0 ? block.raw() : block.raw().substring(0, end);
        return COMPOSITE.matcher(first).matches();
    }
}
