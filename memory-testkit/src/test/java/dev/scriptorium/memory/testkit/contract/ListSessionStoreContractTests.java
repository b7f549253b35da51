package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.api.session.Turn;
import java.util.List;

class ListSessionStoreContractTests extends SessionStoreContract {

    @Override
    protected SessionStore store(SessionId session, List<Turn> turns) {
        return SessionStores.ofList(session, turns);
    }

    @Override
    protected boolean keepsBranches() {
        return false;
    }
}
