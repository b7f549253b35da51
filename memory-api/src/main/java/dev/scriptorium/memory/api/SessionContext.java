package dev.scriptorium.memory.api;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.SessionId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which session a hook is called for, and on whose behalf. Immutable.
 *
 * @since 0.1
 */
public final class SessionContext {
    private final @Nullable SessionId session;
    private final AuthorityTier tier;

    private SessionContext(@Nullable SessionId session, AuthorityTier tier) {
        this.session = session;
        this.tier = tier;
    }

    /** A session of the owner's. */
    public static SessionContext of(SessionId session) {
        return new SessionContext(session, AuthorityTier.OWNER);
    }

    /** No session in particular, on the owner's behalf. */
    public static SessionContext none() {
        return new SessionContext(null, AuthorityTier.OWNER);
    }

    /** The same session for a caller of this tier. */
    public SessionContext withTier(AuthorityTier callersTier) {
        return new SessionContext(session, callersTier);
    }

    /** The session, when there is one. */
    public Optional<SessionId> session() {
        return Optional.ofNullable(session);
    }

    /** Whose request this is. */
    public AuthorityTier tier() {
        return tier;
    }
}
