package dev.scriptorium.memory.api.session;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The host's conversations: each a graph of turns, read by the memory and never changed by it.
 *
 * <p>Implementations are safe for use by several threads. A turn just appended is visible to the next call; ids are
 * stable over restarts; a shared prefix has the same ids on every branch; equal timestamps order nothing.
 *
 * @since 0.1
 */
public interface SessionStore {

    /** One turn; empty when the session or the turn is unknown. */
    Optional<Turn> turn(SessionId session, TurnId turn);

    /** The tip the host is on now; empty for a session without turns. */
    Optional<TurnId> head(SessionId session);

    /** All live tips, the head first; archived branches are left out. */
    default List<TurnId> tips(SessionId session) {
        return head(session).map(List::of).orElseGet(List::of);
    }

    /**
     * Walks from a tip to its root until the visitor says stop.
     *
     * <p>A store over a database overrides this with one query: the memory calls it once per branch, however long the
     * branch is.
     *
     * @throws BrokenBranchException when the tip is unknown, a parent is missing, or parents lead in a circle; the
     *     visitor has then seen the turns up to the break
     */
    default void walk(SessionId session, TurnId from, TurnVisitor visitor) {
        Set<TurnId> seen = new HashSet<>();
        TurnId child = from;
        Optional<TurnId> next = Optional.of(from);
        while (next.isPresent()) {
            TurnId id = next.get();
            if (!seen.add(id)) {
                throw new BrokenBranchException(BrokenBranchException.Kind.CYCLE, session, child);
            }
            Optional<Turn> turn = turn(session, id);
            if (turn.isEmpty()) {
                throw new BrokenBranchException(
                        id.equals(from)
                                ? BrokenBranchException.Kind.UNKNOWN_TIP
                                : BrokenBranchException.Kind.MISSING_PARENT,
                        session,
                        child);
            }
            if (!visitor.visit(turn.get())) {
                return;
            }
            child = id;
            next = turn.get().parent();
        }
    }

    /** One page of sessions in the order of their ids; empty when the store cannot list them. */
    default List<SessionActivity> sessions(SessionQuery query) {
        return List.of();
    }

    /** Where marks of written turns are kept; empty when the backend is to keep them beside its workspace. */
    default Optional<WrittenMarks> marks() {
        return Optional.empty();
    }
}
