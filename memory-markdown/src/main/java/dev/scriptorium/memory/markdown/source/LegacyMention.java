package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.List;

/**
 * A line of an older archive, outside any record, that names turns of the form {@code D<n>:<m>}.
 *
 * @param line the line, from 0
 * @param text the line
 * @param refs the turns it names
 * @since 0.1
 */
public record LegacyMention(int line, String text, List<SourceRef> refs) {
    /** Copies the list. */
    public LegacyMention {
        refs = List.copyOf(refs);
    }
}
