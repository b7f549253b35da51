package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import java.util.List;
import java.util.Optional;

/** The conversations of a host that keeps marks itself. */
final class HostStore implements SessionStore {
    private final SessionStore conversations;
    private final WrittenMarks marks;

    HostStore(SessionStore conversations, WrittenMarks marks) {
        this.conversations = conversations;
        this.marks = marks;
    }

    @Override
    public Optional<Turn> turn(SessionId session, TurnId turn) {
        return conversations.turn(session, turn);
    }

    @Override
    public Optional<TurnId> head(SessionId session) {
        return conversations.head(session);
    }

    @Override
    public List<TurnId> tips(SessionId session) {
        return conversations.tips(session);
    }

    @Override
    public List<SessionActivity> sessions(SessionQuery query) {
        return conversations.sessions(query);
    }

    @Override
    public Optional<WrittenMarks> marks() {
        return Optional.of(marks);
    }
}
