package dev.scriptorium.memory.api.session;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A session store for hosts whose history is a sliding window of messages without ids: after each turn, or whenever it
 * likes, the host hands over what it holds, and the log finds what is new by comparing what was said, by whom, and on whose
 * account. One session id is one window: a host with side conversations gives each an id of its own.
 *
 * <pre>{@code
 * TurnLog log = TurnLog.keptBy(keeper, clock);
 * log.see(session, List.of(
 *         WindowMessage.of(TurnKind.USER, "I moved to Lisbon."),
 *         WindowMessage.of(TurnKind.ASSISTANT, "Noted.")));
 * memory.write(WriteRequest.of(session));
 * }</pre>
 *
 * <ul>
 *   <li>Messages after those that are known are new turns.
 *   <li>A window that has lost messages at its front, to eviction, is no other branch: the turns stay where they are. So
 *       they do behind a first message that is pinned, and behind messages that were cut short, when two or more known
 *       messages follow them. What is neither user nor assistant decides nothing: tools may be emptied or taken out, and a
 *       summary in place of what is known is left out.
 *   <li>A window that goes on differently from some message on is a fork there; the old end stays a tip. One that merely
 *       ends sooner is a step back, and leaves the old end a tip as well.
 *   <li>A window that agrees from its beginning with two or more messages, up to the end of another branch, goes back
 *       there, whether that was forked from, covered or forgotten.
 *   <li>A window of which nothing is known begins anew, under a summary turn that covers what was there before, so that a
 *       forced write still writes all of it. An empty window says that the host has forgotten everything.
 * </ul>
 *
 * <p>Ids follow from what was said: the same message after the same turn is the same turn, in every process and after
 * every restart. A message is the same when kind, speaker, words, principal, tier and trust are: one that is trusted later
 * is another turn, and what follows it is said after that. A window that equals the one before says nothing new, so a host
 * whose window is full of one and the same message cannot add another.
 *
 * <p>Everything is held in memory. Safe for use by several threads; a turn just seen is visible to the next call. Marks
 * are left to the backend.
 *
 * @since 0.1
 */
public final class TurnLog implements SessionStore {
    private final TurnLogKeeper keeper;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final ConcurrentSkipListMap<SessionId, LoggedSession> sessions = new ConcurrentSkipListMap<>();

    private TurnLog(TurnLogKeeper keeper, Clock clock) {
        this.keeper = keeper;
        this.clock = clock;
    }

    /** A log that ends with the process. */
    public static TurnLog inMemory(Clock clock) {
        return new TurnLog(new Forgetful(), clock);
    }

    /**
     * A log that goes on where its keeper's entries end.
     *
     * @param clock gives messages without a time the time at which they were first seen
     * @throws IllegalArgumentException when an entry is no step of its session: a turn before its parent or in a circle, a
     *     head or a beginning of the window that is unknown, one id for two turns; names the session and the turn
     * @throws RuntimeException what the keeper throws
     */
    public static TurnLog keptBy(TurnLogKeeper keeper, Clock clock) {
        TurnLog log = new TurnLog(keeper, clock);
        keeper.read(entry -> log.sessions
                .computeIfAbsent(entry.session(), LoggedSession::new)
                .take(entry));
        return log;
    }

    /**
     * Looks at the messages that the host holds now.
     *
     * @param window oldest first; messages of the kind {@link TurnKind#RUNTIME} at its beginning are left out
     * @return the tip the host is on now; empty for a session of which nothing was ever seen
     * @throws RuntimeException what the keeper throws; the log is as it was
     */
    public Optional<TurnId> see(SessionId session, List<WindowMessage> window) {
        lock.lock();
        try {
            LoggedSession known = sessions.get(session);
            LoggedSession looking = known == null ? new LoggedSession(session) : known;
            Optional<TurnLogEntry> entry = looking.look(List.copyOf(window), clock);
            if (entry.isPresent()) {
                // Kept before it is shown: what a reader has seen survives.
                keeper.append(entry.get());
                looking.take(entry.get());
                sessions.put(session, looking);
            }
            return looking.head();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<Turn> turn(SessionId session, TurnId turn) {
        return reading(session, known -> known.turn(turn));
    }

    @Override
    public Optional<TurnId> head(SessionId session) {
        return reading(session, LoggedSession::head);
    }

    @Override
    public List<TurnId> tips(SessionId session) {
        return reading(session, known -> Optional.of(known.tips())).orElse(List.of());
    }

    @Override
    public List<SessionActivity> sessions(SessionQuery query) {
        lock.lock();
        try {
            Map<SessionId, LoggedSession> page = query.after()
                    .<Map<SessionId, LoggedSession>>map(after -> sessions.tailMap(after, false))
                    .orElse(sessions);
            return page.entrySet().stream()
                    .map(one -> SessionActivity.of(one.getKey(), one.getValue().lastActivity()))
                    .filter(one ->
                            query.idleBefore().map(one.lastActivity()::isBefore).orElse(true))
                    .limit(query.limit())
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private <T> Optional<T> reading(SessionId session, Function<LoggedSession, Optional<T>> look) {
        lock.lock();
        try {
            return Optional.ofNullable(sessions.get(session)).flatMap(look);
        } finally {
            lock.unlock();
        }
    }

    private static final class Forgetful implements TurnLogKeeper {
        @Override
        public void append(TurnLogEntry entry) {}

        @Override
        public void read(Consumer<TurnLogEntry> each) {}
    }
}
