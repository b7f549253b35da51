package dev.scriptorium.memory.testkit.session;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Conversations in memory, each a real graph of turns: appends, forks, rewinds, regenerated replies, compactions,
 * archived branches. Keeps marks in the metadata of its turns, or leaves them to the backend, and has the faults of a
 * real store at a switch.
 *
 * <pre>{@code
 * InMemorySessionStore store = new InMemorySessionStore();
 * store.session("s").say("u1", "I moved to Lisbon.").reply("a1", "Noted.");
 * }</pre>
 *
 * <p>Safe for use by several threads; a turn just appended is visible to the next call.
 *
 * @since 0.1
 */
public final class InMemorySessionStore implements SessionStore {
    private final Clock clock;
    private final boolean keepsMarks;
    private final ConcurrentSkipListMap<SessionId, InMemorySession> sessions = new ConcurrentSkipListMap<>();
    private final WrittenMarks marks = new Metadata();
    private final AtomicInteger marksToFail = new AtomicInteger();
    private final AtomicInteger marksCalled = new AtomicInteger();
    private final AtomicLong turnsRead = new AtomicLong();
    private volatile boolean marksUnreadable;

    private InMemorySessionStore(Clock clock, boolean keepsMarks) {
        this.clock = clock;
        this.keepsMarks = keepsMarks;
    }

    /** A store that keeps marks, with the time of the system. */
    public InMemorySessionStore() {
        this(Clock.systemUTC(), true);
    }

    /** A store that keeps marks. Turns given no time of their own were said when this clock says. */
    public static InMemorySessionStore at(Clock clock) {
        return new InMemorySessionStore(clock, true);
    }

    /** A store whose turns cannot be changed, so that the backend keeps the marks beside its workspace. */
    public static InMemorySessionStore withoutMarks(Clock clock) {
        return new InMemorySessionStore(clock, false);
    }

    /**
     * A session, begun when it is asked for the first time.
     *
     * @throws IllegalArgumentException when the text is no session id
     */
    public InMemorySession session(String id) {
        return sessions.computeIfAbsent(new SessionId(id), key -> new InMemorySession(key, clock));
    }

    /** Deletes a session with all its turns and marks; nothing happens when there is none. */
    public void delete(String id) {
        sessions.remove(new SessionId(id));
    }

    /** Lets the next calls of {@code mark} throw before they mark anything. */
    public void failMarks(int times) {
        marksToFail.set(times);
    }

    /** Whether reading marks finds none at all, as when the host's metadata is damaged. */
    public void unreadableMarks(boolean unreadable) {
        marksUnreadable = unreadable;
    }

    /** How often {@code mark} was called, failures included. */
    public int markCalls() {
        return marksCalled.get();
    }

    /** How many turns were handed out so far: what a walk costs a host. */
    public long turnsRead() {
        return turnsRead.get();
    }

    @Override
    public Optional<Turn> turn(SessionId session, TurnId turn) {
        Optional<Turn> found = find(session).flatMap(known -> known.visible(turn));
        found.ifPresent(known -> turnsRead.incrementAndGet());
        return found;
    }

    @Override
    public Optional<TurnId> head(SessionId session) {
        return find(session).flatMap(InMemorySession::head);
    }

    @Override
    public List<TurnId> tips(SessionId session) {
        return find(session).map(InMemorySession::tips).orElseGet(List::of);
    }

    @Override
    public List<SessionActivity> sessions(SessionQuery query) {
        Map<SessionId, InMemorySession> from = query.after()
                .<Map<SessionId, InMemorySession>>map(after -> sessions.tailMap(after, false))
                .orElse(sessions);
        return from.values().stream()
                .filter(session -> session.lastActivity().isPresent())
                .map(session ->
                        SessionActivity.of(session.id(), session.lastActivity().orElse(Instant.EPOCH)))
                .filter(activity -> query.idleBefore()
                        .map(activity.lastActivity()::isBefore)
                        .orElse(true))
                .limit(query.limit())
                .toList();
    }

    @Override
    public Optional<WrittenMarks> marks() {
        return keepsMarks ? Optional.of(marks) : Optional.empty();
    }

    private Optional<InMemorySession> find(SessionId session) {
        return Optional.ofNullable(sessions.get(session));
    }

    /** The marks in the metadata of the turns. */
    private final class Metadata implements WrittenMarks {
        @Override
        public Set<TurnId> marked(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
            Set<TurnId> marked = new HashSet<>(turns);
            marked.retainAll(
                    marksUnreadable
                            ? Set.of()
                            : find(session)
                                    .map(known -> known.marked(workspace))
                                    .orElseGet(Set::of));
            return marked;
        }

        @Override
        public void mark(SessionId session, Collection<TurnId> turns, WorkspaceId workspace) {
            marksCalled.incrementAndGet();
            if (marksToFail.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("this store was told to fail when marks are set");
            }
            find(session).ifPresent(known -> known.mark(turns, workspace));
        }
    }
}
