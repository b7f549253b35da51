package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.session.SessionId;
import java.nio.file.Path;

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

    /**
     * Puts one whole state of the workspace into a file: topics, archives, history, marks and whatever is needed to go on.
     * The file is read back to its last byte before it gets its name. Others may change the workspace meanwhile.
     *
     * @param file a zip file that does not exist, outside of the workspace
     * @throws dev.scriptorium.memory.api.MemoryException {@code INVALID_ARGUMENT} when the file exists or is in the
     *     workspace; {@code STORAGE_UNAVAILABLE}, {@code WORKSPACE_BUSY}, {@code CONCURRENT_UPDATE}. There is no file then
     */
    ExportReport export(Path file);

    /**
     * Brings the workspace back to an export of it, as one more change: topics become those of the export, ids that were
     * once issued come back, archives only ever grow, and the history goes on. Where there is no workspace, see
     * {@link LocalMemoryBackend#restoreExport}.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code INVALID_ARGUMENT} when the file is no export of this
     *     workspace, damaged or changed; {@code FORMAT_TOO_NEW}; {@code CONCURRENT_UPDATE} when a topic is changed at the
     *     same time; {@code WORKSPACE_BUSY}; {@code STORAGE_UNAVAILABLE}. Nothing has changed then
     */
    RestoredExport restoreExport(Path file);

    /** Makes views and index anew from topics and sources. */
    void rebuild();
}
