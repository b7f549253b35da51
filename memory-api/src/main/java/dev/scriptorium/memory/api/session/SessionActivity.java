package dev.scriptorium.memory.api.session;

import java.time.Instant;

/**
 * A session and when something last happened in it. Immutable.
 *
 * @since 0.1
 */
public final class SessionActivity {
    private final SessionId session;
    private final Instant lastActivity;

    private SessionActivity(SessionId session, Instant lastActivity) {
        this.session = session;
        this.lastActivity = lastActivity;
    }

    /** A session and its last activity. */
    public static SessionActivity of(SessionId session, Instant lastActivity) {
        return new SessionActivity(session, lastActivity);
    }

    /** The session. */
    public SessionId session() {
        return session;
    }

    /** When a turn was last added; marks do not count. */
    public Instant lastActivity() {
        return lastActivity;
    }
}
