package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import java.util.List;

/**
 * The turns that are written once an entry is installed, and are to be marked.
 *
 * @param session their session
 * @param turns the turns, oldest first
 * @since 0.1
 */
public record BatchRecord(SessionId session, List<TurnId> turns) {
    /** Copies the list. */
    public BatchRecord {
        turns = List.copyOf(turns);
    }
}
