package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.local.migrate.PositionalCursors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the turns that an older program had written, and kept count of by number, the marks that count now. Of each branch
 * it marks what is archived from its beginning on without a gap; what comes behind a gap may never have been written. Run
 * again it marks nothing new. Used under the writer lease.
 */
final class MarksForCursors {
    private static final Logger LOG = LoggerFactory.getLogger(MarksForCursors.class);

    private final PassContext context;
    private final SessionStore store;
    private final WrittenMarks marks;
    private final PendingTurns pending;
    private final PositionalCursors cursors;
    private final String namespace;
    private volatile boolean done;

    MarksForCursors(
            PassContext context,
            SessionStore store,
            WrittenMarks marks,
            PendingTurns pending,
            PositionalCursors cursors,
            String namespace) {
        this.context = context;
        this.store = store;
        this.marks = marks;
        this.pending = pending;
        this.cursors = cursors;
        this.namespace = namespace;
    }

    /** Whether there is something to do; one look at a small file, and none once that is known. */
    boolean isDue() {
        if (!done && !(namespace.equals(PositionalCursors.NAMESPACE) && cursors.present())) {
            // Another namespace: these turns are not the host's, and the numbers stay for the host whose they are.
            done = true;
        }
        return !done;
    }

    /**
     * Does it, and drops the numbers. Where a branch cannot be read they stay, and the next opening looks again.
     *
     * @throws RuntimeException what the host throws: the numbers stay, and the next write tries again
     */
    void run() {
        if (!isDue()) {
            return;
        }
        boolean whole = true;
        for (Map.Entry<SessionId, List<TurnId>> session :
                cursors.archived(context.transactions()).entrySet()) {
            whole &= mark(session.getKey(), session.getValue());
        }
        if (whole) {
            cursors.drop();
        }
        done = true;
    }

    /** Marks what is archived of a session; false when a branch of it cannot be read. */
    private boolean mark(SessionId session, List<TurnId> archived) {
        Set<TurnId> known = new HashSet<>(archived);
        Set<TurnId> seen = new HashSet<>();
        Set<TurnId> written = new LinkedHashSet<>();
        boolean whole = true;
        // The latest of a branch leads to all that come before it.
        List<TurnId> latestFirst = new ArrayList<>(archived);
        Collections.reverse(latestFirst);
        for (TurnId turn : latestFirst) {
            if (seen.add(turn) && store.turn(session, turn).isPresent()) {
                try {
                    boolean unbroken = true;
                    for (PendingTurn each : pending.of(session, turn).turns()) {
                        TurnId id = each.turn().id();
                        seen.add(id);
                        unbroken &= known.contains(id);
                        if (unbroken) {
                            written.add(id);
                        }
                    }
                } catch (BrokenBranchException e) {
                    LOG.warn(
                            "session {}: what an older program has written of it is not marked: {}", session, e.kind());
                    whole = false;
                }
            }
        }
        if (!written.isEmpty()) {
            marks.mark(session, written, context.workspace());
        }
        return whole;
    }
}
