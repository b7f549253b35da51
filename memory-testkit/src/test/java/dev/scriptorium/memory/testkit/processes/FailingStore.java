package dev.scriptorium.memory.testkit.processes;

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

/** The conversations of a host that runs out of memory where it is told to. */
final class FailingStore implements SessionStore {
    private final SessionStore store;
    private volatile String failing = "";

    FailingStore(SessionStore store) {
        this.store = store;
    }

    /** Fails at every call of this method from now on; at none for an empty name. */
    void failAt(String method) {
        failing = method;
    }

    private void called(String method) {
        if (method.equals(failing)) {
            throw new OutOfMemoryError(method);
        }
    }

    @Override
    public Optional<Turn> turn(SessionId session, TurnId turn) {
        called("turn");
        return store.turn(session, turn);
    }

    @Override
    public Optional<TurnId> head(SessionId session) {
        called("head");
        return store.head(session);
    }

    @Override
    public List<TurnId> tips(SessionId session) {
        called("tips");
        return store.tips(session);
    }

    @Override
    public List<SessionActivity> sessions(SessionQuery query) {
        called("sessions");
        return store.sessions(query);
    }

    @Override
    public Optional<WrittenMarks> marks() {
        return store.marks().map(Marks::new);
    }

    private final class Marks implements WrittenMarks {
        private final WrittenMarks marks;

        Marks(WrittenMarks marks) {
            this.marks = marks;
        }

        @Override
        public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
            called("marked");
            return marks.marked(session, turns, workspace);
        }

        @Override
        public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
            called("mark");
            marks.mark(session, turns, workspace);
        }
    }
}
