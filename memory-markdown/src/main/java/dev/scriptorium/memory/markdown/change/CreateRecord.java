package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import java.util.List;

/**
 * A new record.
 *
 * @param content the words, one paragraph, list, quote or table without citation and id
 * @param time {@code undated} or a date
 * @param sources what it rests on, at least one
 * @param destination where it goes
 * @since 0.1
 */
public record CreateRecord(String content, String time, List<SourceCitation> sources, Destination destination)
        implements MemoryChange {

    /**
     * Trims the content and copies the list.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when content, time or sources break a rule
     */
    public CreateRecord {
        content = RecordContent.checked(content);
        time = EvidenceTime.checked(time);
        sources = SourceCitation.checked(sources);
    }
}
