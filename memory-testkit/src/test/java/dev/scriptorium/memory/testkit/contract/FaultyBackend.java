package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnVisitor;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.testkit.backend.InMemoryMemoryBackend;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A sound backend; each mutant overrides what it breaks. */
class FaultyBackend implements MemoryBackend {
    final InMemorySessionStore sessions;
    final MemoryBackend sound;
    boolean ended;

    FaultyBackend(InMemorySessionStore sessions, Clock clock) {
        this(sessions, clock, turn -> turn);
    }

    /** A backend that takes turns for something else than they are. */
    FaultyBackend(InMemorySessionStore sessions, Clock clock, UnaryOperator<Turn> seenAs) {
        this.sessions = sessions;
        this.sound = new InMemoryMemoryBackend(new Seen(sessions, seenAs), clock);
    }

    /** The conversations as a mutant sees them. */
    private record Seen(InMemorySessionStore store, UnaryOperator<Turn> as) implements SessionStore {
        @Override
        public Optional<Turn> turn(SessionId session, TurnId turn) {
            return store.turn(session, turn).map(as);
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
        public void walk(SessionId session, TurnId from, TurnVisitor visitor) {
            store.walk(session, from, turn -> visitor.visit(as.apply(turn)));
        }
    }

    @Override
    public String name() {
        return "faulty";
    }

    @Override
    public boolean isAvailable() {
        return sound.isAvailable();
    }

    @Override
    public void initialize(SessionContext context) {
        sound.initialize(context);
    }

    @Override
    public void shutdown() {
        ended = true;
        sound.shutdown();
    }

    @Override
    public Optional<String> systemPrompt(SessionContext context) {
        return sound.systemPrompt(context);
    }

    @Override
    public Optional<String> search(MemoryQuery query) {
        return sound.search(query);
    }

    @Override
    public Optional<WriteFailure> write(WriteRequest request) {
        return sound.write(request);
    }

    @Override
    public ReorganizeReport reorganize(ReorganizeRequest request) {
        return sound.reorganize(request);
    }

    @Override
    public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
        return sound.extractBeforeDiscard(request);
    }
}
