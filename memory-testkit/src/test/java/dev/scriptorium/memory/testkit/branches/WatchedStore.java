package dev.scriptorium.memory.testkit.branches;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A store that tells a ledger before marks are set. */
record WatchedStore(SessionStore store, Ledger ledger, History.Turns turns) implements SessionStore {

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
        return store.marks().map(marks -> new WrittenMarks() {
            @Override
            public Set<TurnId> marked(SessionId session, Collection<TurnId> some, WorkspaceId workspace) {
                return marks.marked(session, some, workspace);
            }

            @Override
            public void mark(SessionId session, Collection<TurnId> some, WorkspaceId workspace) {
                ledger.marking(session, some, turns);
                marks.mark(session, some, workspace);
            }
        });
    }
}
