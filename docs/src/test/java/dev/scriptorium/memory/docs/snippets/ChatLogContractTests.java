package dev.scriptorium.memory.docs.snippets;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.testkit.contract.SessionStoreContract;
import java.time.Clock;
import java.util.List;

/** The store of the guide keeps the promises of a store. */
// snippet proving a store
class ChatLogContractTests extends SessionStoreContract {
    @Override
    protected SessionStore store(SessionId session, List<Turn> turns) {
        ChatLog log = new ChatLog(Clock.systemUTC());
        turns.forEach(turn -> log.add(session, turn));
        return log;
    }

    @Override
    protected void append(SessionStore store, SessionId session, Turn turn) {
        ((ChatLog) store).add(session, turn);
    }
}
// end of snippet
