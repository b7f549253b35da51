package dev.scriptorium.memory.api.event;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import java.util.Optional;

/**
 * Something that happened in the memory: ids and counts, never what people said. Immutable. Types may be added in a
 * minor release.
 *
 * @since 0.1
 */
public abstract class MemoryEvent {
    private final Operation operation;

    MemoryEvent(Operation operation) {
        this.operation = operation;
    }

    /** The operation it belongs to. */
    public final Operation operation() {
        return operation;
    }

    /** The id of the operation: the same in the journal entry, the commit trailer and the log line. */
    public final String operationId() {
        return operation.id();
    }

    /** The workspace; empty for what happens outside any. */
    public final Optional<WorkspaceId> workspace() {
        return operation.workspace();
    }

    /** The session on whose behalf it happened; empty for what belongs to none. */
    public final Optional<SessionId> session() {
        return operation.session();
    }

    /**
     * Calls the listener's method for this type. What the listener throws comes back to the caller, who must hold no
     * lock.
     */
    public abstract void deliverTo(MemoryListener listener);

    /** The fields of the type, for {@link #toString()}. */
    abstract String details();

    /** The event on one line, fit for a log. */
    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[" + operation + ", " + details() + "]";
    }
}
