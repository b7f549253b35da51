package dev.scriptorium.memory.testkit.branches;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.testkit.session.ForwardingSessionStore;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** A store that tells a ledger before marks are set. */
final class WatchedStore extends ForwardingSessionStore {
    private final Ledger ledger;
    private final History.Turns turns;

    WatchedStore(SessionStore store, Ledger ledger, History.Turns turns) {
        super(store);
        this.ledger = ledger;
        this.turns = turns;
    }

    @Override
    public Optional<WrittenMarks> marks() {
        return super.marks().map(marks -> new WrittenMarks() {
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
