package dev.scriptorium.memory.local.schedule;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.write.WriteFailure;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks through the sessions, a page at a time, and writes those that have been idle for a while and went on since they
 * were last seen to. A session whose write may succeed later stays as it is; every other one is seen to. Used by whoever
 * holds the lock of the scan.
 */
final class IdleScan {
    private static final Logger LOG = LoggerFactory.getLogger(IdleScan.class);
    private static final int PAGE = 500;
    /** So many failures in a row are no longer about single sessions. */
    private static final int TROUBLE = 3;

    private final SessionStore store;
    private final Function<SessionId, Optional<WriteFailure>> write;
    private final HandledSessions handled;
    private final Supplier<Instant> now;
    private final Duration idle;
    private final BooleanSupplier ended;
    private @Nullable SessionId resume;
    private int looked;
    private int seenTo;
    private int putOff;

    IdleScan(
            SessionStore store,
            Function<SessionId, Optional<WriteFailure>> write,
            HandledSessions handled,
            Supplier<Instant> now,
            Duration idle,
            BooleanSupplier ended) {
        this.store = store;
        this.write = write;
        this.handled = handled;
        this.now = now;
        this.idle = idle;
        this.ended = ended;
    }

    /**
     * Looks from where the last scan gave up, else from the beginning, to the end. Gives up after some failures in a row,
     * and the next scan goes on behind them: what fails keeps nobody waiting.
     *
     * @return what came of it
     * @throws IOException when what was handled cannot be read or noted
     */
    WatcherState.Look run() throws IOException {
        looked = 0;
        seenTo = 0;
        putOff = 0;
        lookThrough();
        return new WatcherState.Look(now.get(), looked, seenTo, putOff);
    }

    private void lookThrough() throws IOException {
        handled.load();
        boolean all = resume == null;
        SessionId after = resume;
        resume = null;
        SessionId passed = null;
        int pages = 0;
        int failures = 0;
        while (true) {
            List<SessionActivity> page = store.sessions(query(after));
            if (page.isEmpty()) {
                break;
            }
            for (SessionActivity session : page) {
                if (ended.getAsBoolean()) {
                    return;
                }
                failures = look(session) ? 0 : failures + 1;
                if (failures == TROUBLE) {
                    resume = session.session();
                    return;
                }
            }
            after = page.get(page.size() - 1).session();
            if (after.equals(passed)) {
                LOG.warn("the session store hands out the same page of sessions again; the scan ends there");
                return;
            }
            pages++;
            if (Integer.bitCount(pages) == 1) {
                // Ever further apart, so that a circle of any length is found.
                passed = after;
            }
        }
        if (all) {
            handled.dropOld();
        }
    }

    private static SessionQuery query(@Nullable SessionId after) {
        SessionQuery first = SessionQuery.first(PAGE);
        return after == null ? first : first.after(after);
    }

    /** Sees to a session if it is due; false when that failed in a way that may pass. */
    private boolean look(SessionActivity session) throws IOException {
        looked++;
        if (!isIdle(session.lastActivity()) || handled.contains(session)) {
            return true;
        }
        Optional<WriteFailure> failure = write.apply(session.session());
        if (failure.isPresent() && failure.get().retryable()) {
            putOff++;
            return false;
        }
        handled.add(session);
        seenTo++;
        return true;
    }

    /** What lies further ahead than an active session can has been dated by a clock that was wrong: it waits no longer. */
    private boolean isIdle(Instant lastActivity) {
        Instant time = now.get();
        return lastActivity.isBefore(time.minus(idle)) || lastActivity.isAfter(time.plus(idle));
    }
}
