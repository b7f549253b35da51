package dev.scriptorium.memory.api.session;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks for one page of sessions, in the order of their ids. Immutable.
 *
 * @since 0.1
 */
public final class SessionQuery {
    private final @Nullable Instant idleBefore;
    private final @Nullable SessionId after;
    private final int limit;

    private SessionQuery(@Nullable Instant idleBefore, @Nullable SessionId after, int limit) {
        this.idleBefore = idleBefore;
        this.after = after;
        this.limit = limit;
    }

    /**
     * The first page.
     *
     * @throws IllegalArgumentException when the limit is not positive
     */
    public static SessionQuery first(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("a page holds at least one session: " + limit);
        }
        return new SessionQuery(null, null, limit);
    }

    /** The same, for sessions whose last activity lies before an instant. */
    public SessionQuery idleBefore(Instant instant) {
        return new SessionQuery(instant, after, limit);
    }

    /** The page that follows a session. */
    public SessionQuery after(SessionId session) {
        return new SessionQuery(idleBefore, session, limit);
    }

    /** Only sessions idle since before this; empty for all. */
    public Optional<Instant> idleBefore() {
        return Optional.ofNullable(idleBefore);
    }

    /** Only sessions whose id comes after this one; empty for the first page. */
    public Optional<SessionId> after() {
        return Optional.ofNullable(after);
    }

    /** How many at most. */
    public int limit() {
        return limit;
    }
}
