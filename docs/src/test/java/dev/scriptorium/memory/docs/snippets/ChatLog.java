package dev.scriptorium.memory.docs.snippets;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A host's conversations in memory: the example of the guide. */
final class ChatLog implements SessionStore, WrittenMarks {
    private final Clock clock;
    private final AtomicInteger ids = new AtomicInteger();

    ChatLog(Clock clock) {
        this.clock = clock;
    }

    // snippet a store of a graph
    private record Key(SessionId session, TurnId turn) {}

    private final Map<Key, Turn> turns = new ConcurrentHashMap<>();
    private final Map<SessionId, List<TurnId>> tips = new ConcurrentHashMap<>();

    @Override
    public Optional<Turn> turn(SessionId session, TurnId turn) {
        return Optional.ofNullable(turns.get(new Key(session, turn)));
    }

    @Override
    public Optional<TurnId> head(SessionId session) {
        return tips(session).stream().findFirst();
    }

    @Override
    public List<TurnId> tips(SessionId session) {
        return tips.getOrDefault(session, List.of());
    }
    // end of snippet

    // snippet appending and forking
    /** Adds a turn behind its parent. Behind a turn that is no tip it begins another branch; either way it is the head. */
    void add(SessionId session, Turn turn) {
        turns.put(new Key(session, turn.id()), turn);
        tips.compute(session, (id, before) -> {
            List<TurnId> after = new ArrayList<>(before == null ? List.of() : before);
            turn.parent().ifPresent(after::remove);
            after.add(0, turn.id());
            return List.copyOf(after);
        });
    }
    // end of snippet

    /** Adds what somebody says now, behind the head. */
    Turn say(SessionId session, TurnKind kind, String text) {
        Turn turn = Turn.builder(new TurnId("t" + ids.incrementAndGet()), kind, text)
                .parent(head(session).orElse(null))
                .time(OffsetDateTime.now(clock))
                .build();
        add(session, turn);
        return turn;
    }

    // snippet listing sessions
    @Override
    public List<SessionActivity> sessions(SessionQuery query) {
        return tips.keySet().stream()
                .filter(session -> query.after().isEmpty()
                        || session.compareTo(query.after().get()) > 0)
                .map(session -> SessionActivity.of(session, lastActivity(session)))
                .filter(activity -> query.idleBefore().isEmpty()
                        || activity.lastActivity().isBefore(query.idleBefore().get()))
                .sorted(Comparator.comparing(SessionActivity::session))
                .limit(query.limit())
                .toList();
    }
    // end of snippet

    private Instant lastActivity(SessionId session) {
        return turns.entrySet().stream()
                .filter(entry -> entry.getKey().session().equals(session))
                .flatMap(entry -> entry.getValue().time().stream())
                .map(OffsetDateTime::toInstant)
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }

    // snippet keeping marks
    private record Mark(SessionId session, TurnId turn, WorkspaceId workspace) {}

    private final Set<Mark> marked = ConcurrentHashMap.newKeySet();

    @Override
    public Optional<WrittenMarks> marks() {
        return Optional.of(this);
    }

    @Override
    public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
        Set<TurnId> found = new HashSet<>(turns);
        found.removeIf(turn -> !marked.contains(new Mark(session, turn, workspace)));
        return found;
    }

    @Override
    public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
        turns.forEach(turn -> marked.add(new Mark(session, turn, workspace)));
    }
    // end of snippet
}
