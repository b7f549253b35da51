package dev.scriptorium.memory.retrieval.content;

import dev.scriptorium.memory.api.ref.BlockId;
import java.util.List;

/**
 * One block of a topic.
 *
 * @param id its own id
 * @param aliases ids of blocks it has absorbed
 * @param headings the headings above, outermost first
 * @param text the words, without citations and ids
 * @param dates the distinct dates of its evidence in order, each {@code YYYY}, {@code YYYY-MM} or {@code YYYY-MM-DD}
 * @param citations its sources, each once, in order of first citation
 * @param resolved false when a citation leads to no source that could be named; such a block is pending
 * @param line its first line, from 0
 */
public record IndexedBlock(
        BlockId id,
        List<BlockId> aliases,
        List<String> headings,
        String text,
        List<String> dates,
        List<IndexedCitation> citations,
        boolean resolved,
        int line) {

    /** Copies the lists. */
    public IndexedBlock {
        aliases = List.copyOf(aliases);
        headings = List.copyOf(headings);
        dates = List.copyOf(dates);
        citations = List.copyOf(citations);
    }
}
