package dev.scriptorium.memory.local.schedule;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens when nobody is looking, on a scheduler of the host's: every now and then the idle sessions are written,
 * and once a night topics are put in order. Of all processes on a workspace one at a time does it.
 *
 * <p>Each turn sets the date of the next one by the clock and waits by the scheduler, which no change of the clock moves.
 * Safe for use by several threads.
 *
 * @since 0.1
 */
public final class Schedule {
    private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private final Work work;
    private final Duration every;
    private final Clock clock;
    private final ScheduledExecutorService scheduler;
    private final WorkspaceLock lock;
    private final Nights nights;
    private final IdleScan scan;
    private final NightlyPass nightly;
    private final WatcherState state;
    private volatile boolean ended;
    private volatile @Nullable ScheduledFuture<?> next;

    /**
     * When things happen.
     *
     * @param every how long after one look through the sessions the next one begins
     * @param idle how long a session must have been left alone
     * @param night the local time of the nightly pass
     * @param zone the zone it is local to
     * @since 0.1
     */
    public record Times(Duration every, Duration idle, LocalTime night, ZoneId zone) {}

    /**
     * What happens then.
     *
     * @param before done before each look, by every process
     * @param write writes what is pending of a session, and tells of it
     * @param organise puts topics in order, and tells of it
     * @param after done after each look that was ours
     * @since 0.1
     */
    public record Work(
            Runnable before,
            Function<SessionId, Optional<WriteFailure>> write,
            Supplier<ReorganizeReport> organise,
            Runnable after) {}

    private Schedule(
            WorkspaceLayout layout,
            SessionStore store,
            Times times,
            Work work,
            Clock clock,
            ScheduledExecutorService scheduler) {
        this.work = work;
        this.every = times.every();
        this.clock = clock;
        this.scheduler = scheduler;
        this.lock = new WorkspaceLock(layout, "session-end.lock");
        this.nights = new Nights(times.night(), times.zone());
        this.scan = new IdleScan(
                store,
                work.write(),
                new HandledSessions(layout.runtime("session-end.jsonl"), layout.disk()),
                clock::instant,
                times.idle(),
                () -> ended);
        this.nightly = new NightlyPass(layout.runtime(NightlyPass.FILE), layout.disk(), nights, work.organise());
        this.state = new WatcherState(layout);
    }

    /** Begins; the first look is one interval away. */
    public static Schedule start(
            WorkspaceLayout layout,
            SessionStore store,
            Times times,
            Work work,
            Clock clock,
            ScheduledExecutorService scheduler) {
        Schedule schedule = new Schedule(layout, store, times, work, clock, scheduler);
        schedule.plan();
        return schedule;
    }

    /** Ends after the session that is being seen to, and does not wait for it. */
    public void end() {
        ended = true;
        ScheduledFuture<?> planned = next;
        if (planned != null) {
            planned.cancel(false);
        }
    }

    private void plan() {
        Duration night = nights.untilNext(clock.instant());
        Duration delay = night.compareTo(every) < 0 ? night : every;
        if (delay.compareTo(SHORTEST) < 0) {
            delay = SHORTEST;
        }
        try {
            next = scheduler.schedule(this::turn, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("the scheduler takes no more work", e);
        }
        if (ended) {
            end();
        }
    }

    private void turn() {
        if (ended) {
            return;
        }
        try {
            attempt(() -> work.before().run());
            attempt(() -> {
                Optional<WorkspaceLock.Held> held = lock.tryAcquire();
                if (held.isPresent()) {
                    look(held.get());
                }
            });
        } finally {
            if (!ended) {
                plan();
            }
        }
    }

    private void look(WorkspaceLock.Held held) {
        try {
            attempt(() -> {
                WatcherState.Look look = scan.run();
                if (!ended) {
                    state.note(look);
                }
            });
            if (!ended) {
                attempt(() -> nightly.runIfDue(clock.instant()));
            }
        } finally {
            held.close();
        }
        if (!ended) {
            work.after().run();
        }
    }

    /** One part of a turn; its trouble keeps neither the other parts waiting nor the next turn. */
    private static void attempt(Part part) {
        try {
            part.run();
        } catch (MemoryException | IOException e) {
            LOG.warn("put off to the next look: {}", e.toString());
        } catch (RuntimeException e) {
            LOG.warn("put off to the next look", e);
        }
    }

    private interface Part {
        void run() throws IOException;
    }
}
