package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.util.List;

class InMemorySessionStoreContractTests extends SessionStoreContract {

    @Override
    protected SessionStore store(SessionId session, List<Turn> turns) {
        InMemorySessionStore store = new InMemorySessionStore();
        turns.forEach(turn -> append(store, session, turn));
        return store;
    }

    @Override
    protected void append(SessionStore store, SessionId session, Turn turn) {
        ((InMemorySessionStore) store)
                .session(session.value())
                .put(turn)
                .head(turn.id().value());
    }

    @Override
    protected void archive(SessionStore store, SessionId session, TurnId tip) {
        ((InMemorySessionStore) store).session(session.value()).archive(tip.value());
    }

    @Override
    protected void damageMarks(SessionStore store) {
        ((InMemorySessionStore) store).unreadableMarks(true);
    }
}
