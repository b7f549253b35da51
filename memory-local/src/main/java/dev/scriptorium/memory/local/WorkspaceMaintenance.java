package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import java.nio.file.Path;
import java.util.List;

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

    /**
     * Has the writer put topics in order: split, merge, move, retire. Evidence moves with what it proves; the writer may
     * remove as many blocks as the loss guard allows. Waits for a pass that is running as long as background work may.
     *
     * @return what it changed, or would change in a dry run; a failure is in the report, and nothing has changed then
     */
    ReorganizeReport reorganize(ReorganizeRequest request);

    /**
     * Shows the writer every archived turn that is trusted and that no block cites, batch after batch, each committed by
     * itself: after a restore, or in a workspace whose archive is older than its topics. Marks nothing and removes nothing.
     * What a backfill has shown is not shown by another one, so that repeating it does nothing; cut short in the middle of a
     * long turn the next one goes on there. Whether a writer was shown a turn before, and left it out, does not matter; what
     * a session has still to write is left to the next write of that session.
     *
     * <p>A {@code core.md} that an older program wrote itself comes first: it becomes the master topic if it keeps the rules,
     * else its words are archived and shown like others.
     *
     * @return what it did; a failure is in the report, and the next call goes on where this one stopped
     * @throws dev.scriptorium.memory.api.MemoryException {@code STORAGE_UNAVAILABLE}, {@code WORKSPACE_BUSY} before
     *     anything was done
     */
    BackfillReport backfill();

    /**
     * Moves out of the way what the layout before this one kept in the workspace ({@code journal}, {@code wiki},
     * {@code .state}, {@code index.sqlite}), which nothing reads. Nobody else ever moves it.
     *
     * @param target a directory outside of the workspace, on the same file system; made when it is missing. What it has
     *     already stays, and so does what of the old layout has the same name
     * @return the names that were moved; empty when there was nothing to move
     * @throws dev.scriptorium.memory.api.MemoryException {@code INVALID_ARGUMENT} when the target is in the workspace or
     *     no directory; {@code STORAGE_UNAVAILABLE}: each thing is in one of the two places then, and whole
     */
    List<String> moveSupersededTo(Path target);

    /**
     * Makes views and index anew from topics and sources.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code STORAGE_UNAVAILABLE} when another process is writing the
     *     index of a large memory, or the disk refuses: the views are made, the index is as it was
     */
    void rebuild();
}
