package dev.scriptorium.memory.api.write;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks to fold a session into memory. Immutable.
 *
 * @since 0.1
 */
public final class WriteRequest {
    private final SessionId session;
    private final boolean force;
    private final @Nullable List<Turn> turns;
    private final AuthorityTier tier;

    private WriteRequest(Builder builder) {
        this.session = builder.session;
        this.force = builder.force;
        this.turns = builder.turns;
        this.tier = builder.tier;
    }

    /** What a host asks at the end of a turn: one pass at most, and only when enough is pending. */
    public static WriteRequest of(SessionId session) {
        return builder(session).build();
    }

    /** What a host asks at the end of a session: everything that is pending. */
    public static WriteRequest force(SessionId session) {
        return builder(session).force(true).build();
    }

    /** Starts a request. */
    public static Builder builder(SessionId session) {
        return new Builder(session);
    }

    /** The session. */
    public SessionId session() {
        return session;
    }

    /** Whether to write below the threshold, until nothing falls due. */
    public boolean force() {
        return force;
    }

    /** The head branch, oldest first, when the host gives it; otherwise it is read from the store. */
    public Optional<List<Turn>> turns() {
        return Optional.ofNullable(turns);
    }

    /** Whose request this is. */
    public AuthorityTier tier() {
        return tier;
    }

    /** Builder of {@link WriteRequest}. Not thread-safe. */
    public static final class Builder {
        private final SessionId session;
        private boolean force;
        private @Nullable List<Turn> turns;
        private AuthorityTier tier = AuthorityTier.OWNER;

        private Builder(SessionId session) {
            this.session = session;
        }

        /** Whether to write below the threshold. */
        public Builder force(boolean value) {
            this.force = value;
            return this;
        }

        /** The head branch, oldest first. */
        public Builder turns(List<Turn> value) {
            this.turns = List.copyOf(value);
            return this;
        }

        /** Whose request this is. */
        public Builder tier(AuthorityTier value) {
            this.tier = value;
            return this;
        }

        /** Builds the request. */
        public WriteRequest build() {
            return new WriteRequest(this);
        }
    }
}
