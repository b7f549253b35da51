package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
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

    /** The text of a topic now; empty when there is none. */
    Optional<String> read(TopicPath path);

    /**
     * Creates a topic or replaces its text.
     *
     * @throws dev.scriptorium.memory.api.MemoryException when a new topic's name is not portable
     */
    void write(TopicPath path, String text);

    /** Removes a topic; nothing happens when there is none. */
    void delete(TopicPath path);
}
