package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One source that a record rests on.
 *
 * @param source the name of an archived turn, or the label of a source that the request declares
 * @param label the display text, verbatim
 * @since 0.1
 */
public record SourceCitation(String source, String label) {

    /**
     * Trims the source.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when one is blank, or the label cannot stand in a link
     */
    public SourceCitation {
        source = Whitespace.trim(source);
        if (source.isEmpty()) {
            throw Refusal.invalid("a source is blank");
        }
        if (Whitespace.isBlank(label)) {
            throw Refusal.invalid("the label of " + Refusal.shown(source) + " is blank");
        }
        if (label.chars().anyMatch(c -> c == ']' || c == '\n' || c == '\r')) {
            throw Refusal.invalid("a label has no ] and no line break: " + Refusal.shown(label));
        }
    }

    /** A source that is its own label. */
    public static SourceCitation of(String source) {
        String trimmed = Whitespace.trim(source);
        return new SourceCitation(trimmed, trimmed);
    }

    /** The same with another source; a source that is its own label stays that. */
    SourceCitation withSource(String other) {
        return new SourceCitation(other, label.equals(source) ? other : label);
    }

    static List<SourceCitation> checked(List<SourceCitation> sources) {
        if (sources.isEmpty()) {
            throw Refusal.invalid("a record names at least one source");
        }
        Set<String> seen = new HashSet<>();
        for (SourceCitation citation : sources) {
            if (!seen.add(citation.source())) {
                throw Refusal.invalid("a record names the source " + Refusal.shown(citation.source()) + " twice");
            }
        }
        return List.copyOf(sources);
    }
}
