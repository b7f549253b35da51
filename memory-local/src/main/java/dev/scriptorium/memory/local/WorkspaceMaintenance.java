package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.session.SessionId;

/**
 * Checking a workspace, and making anew what can be derived.
 *
 * @since 0.1
 */
public interface WorkspaceMaintenance {

    /** Every invariant of the format and of the disk. Changes nothing that {@link #rebuild()} would not. */
    CheckReport check();

    /**
     * Makes everything that people did in their own editors part of the memory now, however lately they did it, and even
     * where so many blocks are gone, or an archive is not what was written, that it was held back. What breaks a rule
     * stays set aside.
     *
     * @return whether there was anything to take
     * @throws dev.scriptorium.memory.api.MemoryException {@code WORKSPACE_BUSY} when the lock is not free in time;
     *     {@code STORAGE_UNAVAILABLE}
     */
    boolean accept();

    /**
     * What the next batch of a session would change, changing nothing. The writer does its whole work for it.
     *
     * @param force whether a batch below the threshold counts
     * @throws dev.scriptorium.memory.api.MemoryException when the edit would be refused, or the session cannot be read
     */
    WritePreview previewWrite(SessionId session, boolean force);

    /** Makes views and index anew from topics and sources. */
    void rebuild();
}
