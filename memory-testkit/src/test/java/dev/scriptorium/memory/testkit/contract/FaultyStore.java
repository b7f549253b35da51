package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnVisitor;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A sound store; each mutant overrides what it breaks. */
class FaultyStore implements SessionStore, WrittenMarks {
    final InMemorySessionStore sound = new InMemorySessionStore();
    boolean restarted;

    void append(SessionId session, Turn turn) {
        sound.session(session.value()).put(turn).head(turn.id().value());
    }

    void archive(SessionId session, TurnId tip) {
        sound.session(session.value()).archive(tip.value());
    }

    void damageMarks() {
        sound.unreadableMarks(true);
    }

    /** The turns of a branch, the tip first. */
    final List<Turn> branch(SessionId session, TurnId from) {
        List<Turn> turns = new ArrayList<>();
        sound.walk(session, from, turns::add);
        return turns;
    }

    static void show(List<Turn> turns, TurnVisitor visitor) {
        for (Turn turn : turns) {
            if (!visitor.visit(turn)) {
                return;
            }
        }
    }

    @Override
    public Optional<Turn> turn(SessionId session, TurnId turn) {
        return sound.turn(session, turn);
    }

    @Override
    public Optional<TurnId> head(SessionId session) {
        return sound.head(session);
    }

    @Override
    public List<TurnId> tips(SessionId session) {
        return sound.tips(session);
    }

    @Override
    public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
        sound.walk(session, from, visitor);
    }

    @Override
    public List<SessionActivity> sessions(SessionQuery query) {
        return sound.sessions(query);
    }

    @Override
    public Optional<WrittenMarks> marks() {
        return Optional.of(this);
    }

    @Override
    public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
        return sound.marks().orElseThrow().marked(session, turns, workspace);
    }

    @Override
    public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
        sound.marks().orElseThrow().mark(session, turns, workspace);
    }
}
