package dev.scriptorium.memory.api.write;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import java.util.List;

/**
 * Turns that the host is about to drop from its context. Immutable.
 *
 * @since 0.1
 */
public final class DiscardRequest {
    private final SessionId session;
    private final List<Turn> turns;

    private DiscardRequest(SessionId session, List<Turn> turns) {
        this.session = session;
        this.turns = List.copyOf(turns);
    }

    /** The turns to be dropped, oldest first. */
    public static DiscardRequest of(SessionId session, List<Turn> turns) {
        return new DiscardRequest(session, turns);
    }

    /** The session. */
    public SessionId session() {
        return session;
    }

    /** The turns, oldest first. */
    public List<Turn> turns() {
        return turns;
    }
}
