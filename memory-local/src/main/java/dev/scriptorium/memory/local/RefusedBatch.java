package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.FailureCode;

/**
 * A batch that ended for good without being written. Immutable.
 *
 * @since 0.1
 */
public final class RefusedBatch {
    private final SessionId session;
    private final FailureCode code;

    RefusedBatch(SessionId session, FailureCode code) {
        this.session = session;
        this.code = code;
    }

    /** Its session. */
    public SessionId session() {
        return session;
    }

    /** Why. */
    public FailureCode code() {
        return code;
    }
}
