package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place for a record. Topic and headings that do not exist are made.
 *
 * @param topic the topic
 * @param headings the headings above, outermost first; none for the text before the first heading
 * @param position where in that section
 * @param anchor the record that {@code BEFORE} and {@code AFTER} go by; null for the others
 * @since 0.1
 */
public record Destination(
        TopicPath topic,
        List<String> headings,
        Position position,
        @Nullable BlockId anchor) {
    private static final int MAX_HEADINGS = 6;

    /**
     * Trims the headings.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when a heading is none, there are over six, or position and
     *     anchor do not agree
     */
    public Destination {
        if (headings.size() > MAX_HEADINGS) {
            throw Refusal.invalid(headings.size() + " headings, more than " + MAX_HEADINGS);
        }
        List<String> trimmed = new ArrayList<>(headings.size());
        for (String heading : headings) {
            String text = Whitespace.trim(heading);
            if (text.isEmpty()) {
                throw Refusal.invalid("a heading is blank");
            }
            if (text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0) {
                throw Refusal.invalid("a heading has more than one line: " + Refusal.shown(text));
            }
            trimmed.add(text);
        }
        headings = List.copyOf(trimmed);
        if (position.anchored() && anchor == null) {
            throw Refusal.invalid("position \"" + position.word() + "\" needs anchor_memory_id");
        }
        if (!position.anchored() && anchor != null) {
            throw Refusal.invalid("position \"" + position.word() + "\" takes no anchor_memory_id");
        }
    }
}
