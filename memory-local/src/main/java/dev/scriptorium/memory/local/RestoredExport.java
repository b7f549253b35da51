package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.backup.UnpackedExport;
import java.util.List;

/**
 * What was restored from an export. Immutable.
 *
 * @since 0.1
 */
public final class RestoredExport {
    private final WorkspaceId workspace;
    private final Revision revision;
    private final String madeAt;
    private final WorkspaceStatus status;
    private final List<BlockId> removed;
    private final CheckReport check;

    RestoredExport(
            UnpackedExport export,
            Revision revision,
            WorkspaceStatus status,
            List<BlockId> removed,
            CheckReport check) {
        this.workspace = new WorkspaceId(export.workspace());
        this.madeAt = export.madeAt();
        this.revision = revision;
        this.status = status;
        this.removed = List.copyOf(removed);
        this.check = check;
    }

    /** The workspace. */
    public WorkspaceId workspace() {
        return workspace;
    }

    /** The state it has now. */
    public Revision revision() {
        return revision;
    }

    /** When the export was made. */
    public String madeAt() {
        return madeAt;
    }

    /** How many topics there are now. */
    public int topics() {
        return status.topics();
    }

    /** How many blocks. */
    public int blocks() {
        return status.blocks();
    }

    /** How many archives. */
    public int sources() {
        return status.sources();
    }

    /** How many archived turns. */
    public int turns() {
        return status.turnsArchived();
    }

    /** The blocks that the workspace had and the export had not. */
    public List<BlockId> removed() {
        return removed;
    }

    /** What a check of the restored workspace found. */
    public CheckReport check() {
        return check;
    }
}
