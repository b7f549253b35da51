package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import java.util.List;
import java.util.Optional;

/**
 * Looking at a workspace. Nothing here changes a topic or a source.
 *
 * @since 0.1
 */
public interface WorkspaceRead {

    /** What the workspace holds and how it does. Never fails because something in it is broken: it names that. */
    WorkspaceStatus status();

    /**
     * The files people may read: topics, sources, views.
     *
     * @param prefix workspace path they begin with, with or without {@code topics/}; empty for all
     */
    List<WorkspaceFile> list(String prefix);

    /**
     * The text of a file; archives without their metadata lines.
     *
     * @param path workspace path, with or without {@code topics/}
     * @throws dev.scriptorium.memory.api.MemoryException {@code PATH_OUTSIDE_WORKSPACE}, {@code MEMORY_NOT_FOUND}
     */
    String file(String path);

    /**
     * A block with its definitions, as it stands in its topic.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code MEMORY_NOT_FOUND}
     */
    BlockText block(BlockId id);

    /** The lines that contain a text, whatever the case, in path order. */
    List<GrepMatch> grep(String text, int limit);

    /**
     * The blocks and turns that answer a query, best first, pending ones marked.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code INVALID_ARGUMENT} for a blank query;
     *     {@code STORAGE_UNAVAILABLE} when the disk refuses to have the index brought up to date
     */
    SearchResult search(MemoryQuery query, boolean explain);

    /** Why a block is, or is not, found by a query. */
    String explain(MemoryQuery query, BlockId expected);

    /** The resident block: master, rendering, what is injected, what is left out. */
    CoreState core();

    /**
     * The timeline of a date, or its table of dates.
     *
     * @param date {@code YYYY}, {@code YYYY-MM} or {@code YYYY-MM-DD}, and everything below it; empty for all
     */
    List<TimelineEntry> timeline(Optional<String> date);

    /** The latest blocks, newest first. */
    List<RecentEvent> recent(int limit);

    /**
     * The blocks whose words, topic or id contain a text, whatever the case, as other programs refer to them: topic by
     * topic in path order, in the order in which they stand there.
     *
     * @param text the text; empty for all
     * @param limit 1 to 500
     * @throws dev.scriptorium.memory.api.MemoryException {@code INVALID_ARGUMENT} for another limit
     */
    List<MemoryRef> refs(Optional<String> text, int limit);
}
