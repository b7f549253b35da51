package dev.scriptorium.memory.api.session;

/**
 * A branch whose parents do not lead to a root. It harms no other branch.
 *
 * @since 0.1
 */
public final class BrokenBranchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** How the branch is broken. */
    public enum Kind {
        /** The tip itself is not known to the store; it may be in a moment. */
        UNKNOWN_TIP,
        /** A turn names a parent that does not exist. */
        MISSING_PARENT,
        /** A turn is among its own ancestors. */
        CYCLE
    }

    private final Kind kind;
    private final String session;
    private final String turn;

    /**
     * A broken branch.
     *
     * @param turn the turn that is unknown, or whose parent is missing or leads in a circle
     */
    public BrokenBranchException(Kind kind, SessionId session, TurnId turn) {
        super(message(kind, session, turn));
        this.kind = kind;
        this.session = session.value();
        this.turn = turn.value();
    }

    private static String message(Kind kind, SessionId session, TurnId turn) {
        return switch (kind) {
            case UNKNOWN_TIP -> "session " + session + " has no turn " + turn;
            case MISSING_PARENT -> "session " + session + ": turn " + turn + " names a parent that does not exist";
            case CYCLE -> "session " + session + ": turn " + turn + " is among its own ancestors";
        };
    }

    /** How it is broken. */
    public Kind kind() {
        return kind;
    }

    /** The session. */
    public SessionId session() {
        return new SessionId(session);
    }

    /** The turn at the break. */
    public TurnId turn() {
        return new TurnId(turn);
    }
}
