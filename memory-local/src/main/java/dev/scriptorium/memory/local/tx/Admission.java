package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.io.IOException;
import java.util.Set;

/**
 * The part of a request that only whoever holds the install lock can decide, since it rests on what our own files hold at
 * that moment.
 */
interface Admission {

    /** The archives that it reads. */
    Set<String> touched();

    /**
     * Refuses what must not be; changes nothing.
     *
     * @throws dev.scriptorium.memory.api.MemoryException when it is refused
     */
    void check(WorkspaceLayout layout, Snapshot now) throws IOException;

    /**
     * Drafts what it adds to the entry; returns what the archives hold then.
     *
     * @throws dev.scriptorium.memory.api.MemoryException as {@link #check}
     */
    SourceIndex draft(WorkspaceLayout layout, EntryDraft draft, Snapshot now, SourceIndex sources) throws IOException;
}
