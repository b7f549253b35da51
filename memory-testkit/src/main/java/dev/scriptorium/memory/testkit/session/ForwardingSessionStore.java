package dev.scriptorium.memory.testkit.session;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import java.util.List;
import java.util.Optional;

/**
 * A store that answers as another one does, for stores that differ from it in one point: override that. A walk asks for
 * one turn after the other, so that what {@link #turn} is made to answer counts there too. As safe for several threads as
 * the other store.
 *
 * @since 0.1
 */
public class ForwardingSessionStore implements SessionStore {
    private final SessionStore store;

    /** Answers as a store does. */
    public ForwardingSessionStore(SessionStore store) {
        this.store = store;
    }

    @Override
    public Optional<Turn> turn(SessionId session, TurnId turn) {
        return store.turn(session, turn);
    }

    @Override
    public Optional<TurnId> head(SessionId session) {
        return store.head(session);
    }

    @Override
    public List<TurnId> tips(SessionId session) {
        return store.tips(session);
    }

    @Override
    public List<SessionActivity> sessions(SessionQuery query) {
        return store.sessions(query);
    }

    @Override
    public Optional<WrittenMarks> marks() {
        return store.marks();
    }
}
