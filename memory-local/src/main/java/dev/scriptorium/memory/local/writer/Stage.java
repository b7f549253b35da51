package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The editable copy a transaction works on: the topics of one snapshot with the edits made so far. Not thread-safe.
 *
 * @since 0.1
 */
public interface Stage {

    /** The topics that exist now, edits included, in path order. */
    SortedSet<TopicPath> topics();

    /** The text of a topic now, which the writer is shown by it; empty when there is none. */
    Optional<String> read(TopicPath path);

    /** As {@link #read}, where nobody is shown it: to compare, or to make an edit in it. */
    default Optional<String> text(TopicPath path) {
        return read(path);
    }

    /**
     * Creates a topic or replaces its text.
     *
     * @throws dev.scriptorium.memory.api.MemoryException when a new topic's name is not portable
     */
    void write(TopicPath path, String text);

    /** Removes a topic; nothing happens when there is none. */
    void delete(TopicPath path);

    /**
     * The blocks that each of some texts bears on, best first, as they stood before any edit; those of a writer are not
     * known to the index yet. None where there is nothing to look in.
     *
     * @param limit how many for each text
     */
    default List<List<StagedBlock>> find(List<String> texts, int limit) {
        return texts.stream().map(text -> List.<StagedBlock>of()).toList();
    }

    /** Says that the writer is shown a block: it may cite what the block cites, and the loss guard counts it. */
    default void show(StagedBlock block) {}

    /**
     * What some topics are called and hold, these first, then those that grew last, as they stood before any edit.
     * Nobody is shown a block by it.
     */
    default List<TopicOutline> outline(Collection<TopicPath> first, int limit) {
        return List.of();
    }

    /** The topics of the longest texts, longest first, as they stood before any edit. */
    default List<TopicPath> largest(int limit) {
        return List.of();
    }

    /** How the resident block stood before any edit; empty where nobody renders one. */
    default Optional<CoreRendering> core() {
        return Optional.empty();
    }
}
