package dev.scriptorium.memory.api.session;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One step of a {@link TurnLog}: the turns that a window brought, and where the host is since. Immutable.
 *
 * @since 0.1
 */
public final class TurnLogEntry {
    private final SessionId session;
    private final Instant at;
    private final List<Turn> turns;
    private final TurnId head;
    private final @Nullable TurnId windowStart;

    private TurnLogEntry(SessionId session, Instant at, List<Turn> turns, TurnId head, @Nullable TurnId windowStart) {
        this.session = session;
        this.at = at;
        this.turns = List.copyOf(turns);
        this.head = head;
        this.windowStart = windowStart;
    }

    /**
     * A step.
     *
     * @param turns each after its parent, which is among them or in an entry before
     * @param head in this entry or one before
     * @param windowStart the turn of the first message of the window that has its place there, the head or before it; null
     *     when the host holds none any more
     */
    public static TurnLogEntry of(
            SessionId session, Instant at, List<Turn> turns, TurnId head, @Nullable TurnId windowStart) {
        return new TurnLogEntry(session, at, turns, head, windowStart);
    }

    /** The session. */
    public SessionId session() {
        return session;
    }

    /** When the window was seen. */
    public Instant at() {
        return at;
    }

    /** The new turns, each after its parent; none when the host only went back or forgot. */
    public List<Turn> turns() {
        return turns;
    }

    /** The tip the host is on since. */
    public TurnId head() {
        return head;
    }

    /** The turn of the first message of the window that has its place there, not pinned nor cut short; empty when the host holds none any more. */
    public Optional<TurnId> windowStart() {
        return Optional.ofNullable(windowStart);
    }
}
