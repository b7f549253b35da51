package dev.scriptorium.memory.api.session;

import java.util.Collection;
import java.util.Set;

/**
 * Which turns a workspace has written. A host that keeps metadata on its turns uses the key {@value #METADATA_KEY}
 * with the workspace id as its value.
 *
 * @since 0.1
 */
public interface WrittenMarks {
    /** The key under which a host keeps the mark on its own turns. */
    String METADATA_KEY = "memory_written_scriptorium";

    /** Those of the turns that carry this workspace's mark. What cannot be read counts as not written. */
    Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace);

    /** Marks turns. Idempotent; must not change the session's last-activity time. */
    void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace);
}
