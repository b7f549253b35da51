package dev.scriptorium.memory.api.event;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What events belong to: one operation of a backend, and where known its workspace and session. Immutable.
 *
 * @since 0.1
 */
public final class Operation {
    private final String id;
    private final @Nullable WorkspaceId workspace;
    private final @Nullable SessionId session;

    private Operation(String id, @Nullable WorkspaceId workspace, @Nullable SessionId session) {
        this.id = id;
        this.workspace = workspace;
        this.session = session;
    }

    /**
     * An operation outside any workspace.
     *
     * @throws IllegalArgumentException when the id is blank
     */
    public static Operation of(String id) {
        if (id.isBlank()) {
            throw new IllegalArgumentException("an operation has an id");
        }
        return new Operation(id, null, null);
    }

    /**
     * An operation in a workspace.
     *
     * @param id the same in the journal entry, the commit trailer and the log line
     * @param workspace the workspace
     * @throws IllegalArgumentException when the id is blank
     */
    public static Operation of(String id, WorkspaceId workspace) {
        return new Operation(of(id).id, workspace, null);
    }

    /** The same operation, on behalf of a session. */
    public Operation forSession(SessionId sessionId) {
        return new Operation(id, workspace, sessionId);
    }

    /** Its id: the same in the journal entry, the commit trailer and the log line. */
    public String id() {
        return id;
    }

    /** The workspace; empty for what happens outside any. */
    public Optional<WorkspaceId> workspace() {
        return Optional.ofNullable(workspace);
    }

    /** The session on whose behalf it runs; empty for what belongs to none. */
    public Optional<SessionId> session() {
        return Optional.ofNullable(session);
    }

    @Override
    public String toString() {
        return "operation=" + id
                + (workspace == null ? "" : ", workspace=" + workspace)
                + (session == null ? "" : ", session=" + session);
    }
}
