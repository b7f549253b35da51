package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import dev.scriptorium.memory.markdown.validate.Rule;
import java.util.List;

/** Blocks put together from words, citation and ids. */
final class RecordText {
    private RecordText() {}

    /** A block of these words, cited once. */
    static Part block(int item, TopicPath path, List<String> headings, String content, String label, List<String> ids) {
        String raw = withIds(content + "[^" + label + "]", ids);
        requireOneBlock(item, path, content, raw);
        return Part.block(path, headings, raw);
    }

    /** The same block without one of its ids. */
    static Part without(Part part, String id) {
        Block block = part.block();
        List<String> rest =
                block.ids().stream().filter(other -> !other.equals(id)).toList();
        return Part.block(part.origin(), block.headings(), withIds(block.raw().substring(0, block.idsStart()), rest));
    }

    private static String withIds(String words, List<String> ids) {
        StringBuilder out = new StringBuilder(Whitespace.trimEnd(words));
        ids.forEach(id -> out.append(" ^").append(id));
        return out.toString();
    }

    /** Code, comments, rules and definitions would tear the words apart, and a backslash would take the citation. */
    private static void requireOneBlock(int item, TopicPath path, String content, String raw) {
        Topic alone = TopicParser.parse(path, raw);
        boolean one = alone.elements().size() == 1
                && alone.elements().get(0) instanceof Block block
                && block.groups().size() == 1
                && block.tail().isEmpty();
        if (!one) {
            throw Refusal.change(
                    item,
                    Rule.UNCITED_PROSE.in(
                            path,
                            Refusal.shown(content),
                            "a record is one paragraph, list, quote or table; leave out code blocks, comments and rules,"
                                    + " and do not end with a backslash"));
        }
    }
}
