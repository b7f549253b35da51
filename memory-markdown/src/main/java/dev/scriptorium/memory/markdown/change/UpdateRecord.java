package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import java.util.List;

/**
 * New words, time and sources for a record that keeps its place and its ids; what it said before lives in history.
 *
 * @param id any id of the record
 * @param content the words, one paragraph, list, quote or table without citation and id
 * @param time {@code undated} or a date
 * @param sources what it rests on, at least one
 * @since 0.1
 */
public record UpdateRecord(BlockId id, String content, String time, List<SourceCitation> sources)
        implements MemoryChange {

    /**
     * Trims the content and copies the list.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when content, time or sources break a rule
     */
    public UpdateRecord {
        content = RecordContent.checked(content);
        time = EvidenceTime.checked(time);
        sources = SourceCitation.checked(sources);
    }
}
