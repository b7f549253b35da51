package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.ReplayAfterRestore;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.migrate.PositionalCursors;
import dev.scriptorium.memory.local.state.PassedOver;
import dev.scriptorium.memory.local.state.WriterState;
import dev.scriptorium.memory.local.tx.Counters;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folds sessions into memory: finds what is pending on each branch, and hands batch after batch to passes. One
 * background pass a workspace at a time, under the writer lease.
 *
 * @since 0.1
 */
public final class SessionWriting {

    /**
     * When writing and organising fall due.
     *
     * @param batchTokens tokens that make a batch
     * @param idleAfter age of the newest pending turn that makes a smaller one due
     * @param organiseAfterBatches batches that make an organise pass due
     * @param organiseAfterTokens tokens that make an organise pass due
     * @param organiseEvery time that makes an organise pass due, if something was written
     * @since 0.1
     */
    public record Triggers(
            int batchTokens,
            Duration idleAfter,
            int organiseAfterBatches,
            int organiseAfterTokens,
            Duration organiseEvery) {}

    private static final Logger LOG = LoggerFactory.getLogger(SessionWriting.class);

    private final PassContext context;
    private final SessionStore store;
    private final FrameMaker frames;
    private final ZoneId zone;
    private final Triggers triggers;
    private final WriterState state;
    private final WorkspaceLock lease;
    private final PendingTurns pending;
    private final OwedTurns owed;
    private final DueTurns due;
    private final BeforeDiscard discarding;
    private final MarksForCursors cursors;
    private final String namespace;
    private final ReentrantLock passing;
    private final ConcurrentLinkedQueue<SessionId> handedOver;

    /**
     * Writing for a store.
     *
     * @param namespace the first part of source references
     * @param owner the principal of turns that name none
     * @param lease the writer lease
     * @param queue the passes of this process
     * @param recalled whether a fenced text is one that a session was given
     * @param cursors what an older program has written, by number
     */
    public SessionWriting(
            PassContext context,
            SessionStore store,
            WrittenMarks marks,
            String namespace,
            String owner,
            ZoneId zone,
            Triggers triggers,
            WriterState state,
            WorkspaceLock lease,
            PassQueue queue,
            Function<SessionId, Predicate<String>> recalled,
            PositionalCursors cursors) {
        this.context = context;
        this.store = store;
        this.namespace = namespace;
        this.frames = new FrameMaker(namespace, owner, zone);
        this.zone = zone;
        this.triggers = triggers;
        this.state = state;
        this.lease = lease;
        this.passing = queue.passing;
        this.handedOver = queue.handedOver;
        this.pending = new PendingTurns(context, store, marks, namespace, triggers.batchTokens(), recalled);
        this.owed = new OwedTurns(context, store, marks, pending);
        this.due = new DueTurns(context, pending, owed, state, triggers);
        this.discarding = new BeforeDiscard(context, frames, pending, recalled);
        this.cursors = new MarksForCursors(context, store, marks, pending, cursors, namespace);
    }

    /** Writes what is due of a session; see {@link dev.scriptorium.memory.api.MemoryBackend#write}. */
    public Optional<WriteFailure> write(WriteRequest request) {
        Optional<WriteFailure> failure;
        try {
            takeOverCursors();
            failure = request.force() ? force(request) : once(request);
        } catch (BrokenBranchException e) {
            failure = Optional.of(told(request.session(), Failures.of(e)));
        } catch (MemoryException e) {
            failure = Optional.of(told(request.session(), Failures.of(e)));
        }
        Instant now = context.clock().instant();
        failure.ifPresent(why -> state.failed(why, now));
        return failure;
    }

    /** Before anything is written a second time that an older program has written. */
    private void takeOverCursors() {
        if (cursors.isDue()) {
            alone(() -> {
                cursors.run();
                return true;
            });
        }
    }

    /**
     * Writes all that is pending of a session that has been left alone. What its host throws is told, and counts as a
     * failure that stays.
     */
    public Optional<WriteFailure> writeIdle(SessionId session) {
        try {
            return isWritten(session) ? Optional.empty() : write(WriteRequest.force(session));
        } catch (RuntimeException e) {
            // What a host throws may hold what people said.
            LOG.warn(
                    "session {} could not be written: {}", session, e.getClass().getName());
            LOG.debug("why it could not be written", e);
            return Optional.of(told(
                    session,
                    WriteFailure.of(
                            FailureCode.WRITER_FAILURE_UNKNOWN,
                            "writing broke down: " + e.getClass().getName())));
        }
    }

    /** Whether a forced write of a session would find nothing; takes no lock, for most sessions are written. */
    private boolean isWritten(SessionId session) {
        if (!owed.besides(due.unrefused(owed.all()), List.of()).isEmpty()) {
            return false;
        }
        Set<TurnId> tips = new HashSet<>(store.tips(session));
        store.head(session).ifPresent(tips::add);
        try {
            return tips.stream()
                    .map(tip -> pending.of(session, tip))
                    .allMatch(branch ->
                            branch.turns().isEmpty() && branch.broken().isEmpty());
        } catch (BrokenBranchException e) {
            // The write says what is wrong with it.
            return false;
        }
    }

    /** Tells of a failure outside a pass, which would have told of it; under an operation of its own. */
    private WriteFailure told(SessionId session, WriteFailure failure) {
        context.tell(WriteEnded.of(context.operation().forSession(session), failure));
        return failure;
    }

    private Optional<WriteFailure> once(WriteRequest request) {
        Snapshot seen = context.transactions().current();
        Batch batch = due.of(request.session(), request.turns());
        if (batch.isNothing()) {
            return Optional.empty();
        }
        if (!passing.tryLock()) {
            // The pass that is running looks here before it ends; if it has ended just now, we look ourselves.
            handedOver.add(request.session());
            takeOver();
            return Optional.empty();
        }
        try {
            return lease.hold(context.lockTimeout(), () -> {
                // Somebody may have written it between the look and the lease.
                boolean same = isSame(seen, context.transactions().current());
                Batch now = same ? batch : due.of(request.session(), request.turns());
                return passAndLookAround(request.session(), now);
            });
        } finally {
            passing.unlock();
            takeOver();
        }
    }

    private static boolean isSame(Snapshot one, Snapshot other) {
        return one.generation() == other.generation() && one.token().equals(other.token());
    }

    /** Looks once more at what was handed over, in case it came after the last look of the pass that ended. */
    private void takeOver() {
        while (!handedOver.isEmpty() && passing.tryLock()) {
            try {
                lease.hold(context.lockTimeout(), this::lookAround);
            } catch (MemoryException e) {
                // Another process is at it; the sessions wait for the next write.
                return;
            } finally {
                passing.unlock();
            }
        }
    }

    /** Writes a batch, then what other calls have handed over to this pass meanwhile. */
    private Optional<WriteFailure> passAndLookAround(SessionId session, Batch batch) {
        Optional<WriteFailure> failure = take(session, batch);
        lookAround();
        return failure;
    }

    /** Writes what is due of the sessions handed over to this pass; returns how many. */
    private int lookAround() {
        int sessions = 0;
        for (SessionId other = handedOver.poll(); other != null; other = handedOver.poll()) {
            sessions++;
            try {
                // Its failure is an event, as for every pass that nobody waits for.
                take(other, due.of(other, Optional.empty()));
            } catch (BrokenBranchException e) {
                // Whoever asked has been answered; the session's next write says it again.
                state.failed(told(other, Failures.of(e)), context.clock().instant());
            }
        }
        return sessions;
    }

    private Optional<WriteFailure> force(WriteRequest request) {
        try {
            return alone(() -> {
                context.adoptSettled();
                Optional<WriteFailure> failure = branches(request);
                lookAround();
                return failure;
            });
        } finally {
            takeOver();
        }
    }

    /** Does something under the writer lease, waiting no longer than background work may. */
    private <T> T alone(Supplier<T> work) {
        boolean mine = false;
        try {
            mine = passing.tryLock(context.lockTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!mine) {
            throw new MemoryException(ErrorCode.WORKSPACE_BUSY, "another pass is running; try again when it is done");
        }
        try {
            return lease.hold(context.lockTimeout(), work);
        } finally {
            passing.unlock();
        }
    }

    /** The head, with what summaries on it stand for, to the end; the other live tips when they reach the threshold. */
    private Optional<WriteFailure> branches(WriteRequest request) {
        SessionId session = request.session();
        Optional<WriteFailure> first;
        Set<TurnId> done = new HashSet<>();
        if (request.turns().isPresent()) {
            List<Turn> given = request.turns().get();
            first = branch(session, () -> pending.of(session, given), true);
        } else {
            store.head(session).ifPresent(done::add);
            first = branch(session, () -> pending.ofHead(session), true);
        }
        for (TurnId tip : store.tips(session)) {
            if (done.add(tip)) {
                first = either(first, branch(session, () -> pending.of(session, tip), false));
            }
        }
        return first;
    }

    private static Optional<WriteFailure> either(Optional<WriteFailure> first, Optional<WriteFailure> second) {
        return first.isPresent() ? first : second;
    }

    /** Writes a branch batch by batch, until nothing is left of it, or nothing that reaches the threshold. */
    private Optional<WriteFailure> branch(SessionId session, Supplier<PendingBranch> reading, boolean toTheEnd) {
        Batch before = null;
        Batch mixed = null;
        boolean owing = toTheEnd;
        Optional<WriteFailure> trouble = Optional.empty();
        while (true) {
            PendingBranch branch;
            try {
                branch = reading.get();
            } catch (BrokenBranchException e) {
                // A broken branch harms no other one.
                return either(trouble, Optional.of(told(session, Failures.of(e))));
            }
            if (trouble.isEmpty()) {
                trouble = branch.broken().map(broken -> told(session, Failures.of(broken)));
            }
            Batch batch = due.leading(owing ? owed.besides(branch.turns()) : List.of(), branch.turns(), toTheEnd);
            if (batch.turns().isEmpty() || !(toTheEnd || batch.reachesThreshold())) {
                return either(trouble, take(session, batch.settling()));
            }
            if (batch.beginsLike(before)) {
                return Optional.of(told(
                        session,
                        WriteFailure.of(
                                FailureCode.WRITER_NO_PROGRESS,
                                "the turns just written are pending again: their marks or their archive cannot be"
                                        + " read")));
            }
            before = batch;
            Optional<WriteFailure> failure = pass(session, batch, true);
            if (failure.isPresent() && !(batch.beginsOwed() && isRefusal(failure))) {
                if (mixed != null && isRefusal(failure)) {
                    forgiveFirst(mixed);
                }
                return failure;
            }
            mixed = batch.isMixed() && failure.isPresent() ? batch : null;
            // What nobody can write must not keep the branch waiting.
            owing = owing && failure.isEmpty();
            trouble = either(trouble, failure);
        }
    }

    private static boolean isRefusal(Optional<WriteFailure> failure) {
        return failure.isPresent() && !failure.get().retryable();
    }

    /** What was refused together with turns that are refused without it may be written by itself. */
    private void forgiveFirst(Batch batch) {
        state.forgive(
                batch.turns().subList(0, 1).stream().map(Batch::name).toList(),
                context.clock().instant());
    }

    /**
     * Writes a batch that is due, if there is one. When what is owed and what is pending are refused together, what is
     * pending is tried without the other: neither is to wait because of the other one.
     */
    private Optional<WriteFailure> take(SessionId session, Batch batch) {
        if (batch.isNothing()) {
            return Optional.empty();
        }
        if (batch.turns().isEmpty()) {
            return new WritePass(context, frames, session)
                    .passOver(batch.passedOver())
                    .map(why -> told(session, why));
        }
        Optional<WriteFailure> failure = pass(session, batch, false);
        if (batch.isMixed() && isRefusal(failure) && isRefusal(pass(session, batch.own(), false))) {
            forgiveFirst(batch);
        }
        return failure;
    }

    private Optional<WriteFailure> pass(SessionId session, Batch batch, boolean force) {
        UnaryOperator<Counters> organised = organiseIfDue();
        // A mark without a frame does not count: the turn is pending again, as after restoring a backup.
        int replayed = pending.replayed(session, batch);
        if (replayed > 0) {
            context.tell(ReplayAfterRestore.of(context.operation().forSession(session), replayed));
        }
        Optional<WriteFailure> failure = new WritePass(context, frames, session).run(batch, force, organised);
        Instant now = context.clock().instant();
        if (failure.isEmpty()) {
            state.succeeded(now);
            state.forgive(batch.turns().stream().map(Batch::name).toList(), now);
        } else if (!failure.get().retryable()) {
            state.refuse(new WriterState.Refused(
                    batch.turns().get(0).session(),
                    batch.turns().get(0).turn().id(),
                    batch.turns().get(batch.turns().size() - 1).turn().id(),
                    failure.get().code(),
                    now));
        }
        return failure;
    }

    /** Runs an organise pass when one is due; says what becomes of the counters when it installed nothing. */
    private UnaryOperator<Counters> organiseIfDue() {
        Counters counters = context.transactions().counters();
        Instant now = context.clock().instant();
        boolean due = counters.batches() >= triggers.organiseAfterBatches()
                || counters.tokens() >= triggers.organiseAfterTokens()
                || (counters.batches() > 0
                        && counters.since() != null
                        && !counters.since().plus(triggers.organiseEvery()).isAfter(now));
        if (!due) {
            return UnaryOperator.identity();
        }
        ReorganizeReport report = new OrganisePass(context).run();
        // Installed: the entry has set them back already. Otherwise the next entry does, so that an organise pass
        // that cannot succeed is not tried before every batch.
        return report.status() == ReorganizeReport.Status.OK
                ? UnaryOperator.identity()
                : before -> Counters.afterOrganise(now);
    }

    /** Organises now, on request. */
    public ReorganizeReport reorganize(boolean dryRun) {
        if (dryRun) {
            return new OrganisePass(context).preview();
        }
        try {
            return alone(() -> new OrganisePass(context).run());
        } catch (MemoryException e) {
            return e.code() == ErrorCode.WORKSPACE_BUSY
                    ? ReorganizeReport.of(ReorganizeReport.Status.BUSY)
                    : ReorganizeReport.failed(Failures.of(e));
        }
    }

    /** Shows the writer one archived turn that is trusted now, unless a block cites it already. */
    public SourcePass.Written writeSource(SourceRef source) {
        SourcePass.Written written;
        try {
            written = alone(() ->
                    new SourcePass(context, new ArchivedTurns(context, zone), triggers.batchTokens()).run(source));
        } catch (MemoryException e) {
            written = SourcePass.Written.failed(Failures.of(e));
        }
        written.failure().ifPresent(why -> state.failed(why, context.clock().instant()));
        return written;
    }

    /** Shows the writer what is archived and trusted and what no block cites. */
    public Backfill.Result backfill(PassedOver passedOver) {
        Backfill.Result result;
        try {
            takeOverCursors();
            result = alone(() -> new Backfill(
                            context,
                            new ArchivedTurns(context, zone),
                            pending,
                            namespace,
                            passedOver,
                            triggers.batchTokens())
                    .run());
        } catch (MemoryException e) {
            result = new Backfill.Result(0, 0, Failures.of(e));
        }
        result.failure().ifPresent(why -> state.failed(why, context.clock().instant()));
        return result;
    }

    /** A time as archives hold it. */
    public static String stamp(OffsetDateTime time) {
        return FrameMaker.stamp(time);
    }

    /**
     * What the next batch of a session would change.
     *
     * @param base the state it would change
     * @param edit the changes; without files when there are none
     * @param turns how many turns the batch has
     * @param nothing why there is nothing to record; null when there is something, or no batch
     * @since 0.1
     */
    public record Preview(
            Snapshot base,
            NormalizedEdit edit,
            int turns,
            @Nullable String nothing) {}

    /**
     * Works on the next batch of a session and installs nothing.
     *
     * @throws MemoryException when the edit would be refused, or the writer failed
     */
    public Preview preview(SessionId session, boolean force) {
        Snapshot base = context.transactions().current();
        Batch batch = due.of(session, Optional.empty());
        if (force) {
            List<PendingTurn> turns = pending.ofHead(session).turns();
            batch = due.leading(owed.besides(turns), turns, true);
        }
        return new WritePass(context, frames, session).preview(batch, base);
    }

    /**
     * Archives turns that the host is about to drop, and says what of them belongs in its summary. Writes no topic and sets
     * no mark.
     */
    public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
        return discarding.run(request);
    }

    /**
     * What is pending of a session over its head and live tips, each turn once.
     *
     * @param due ids that a forced write would take
     * @param waiting the other pending ones
     * @param oldest time of the oldest pending turn
     * @since 0.1
     */
    public record Pending(int due, int waiting, Optional<OffsetDateTime> oldest) {}

    /** Counts what is pending of a session, changing nothing. */
    public Pending pending(SessionId session) {
        Set<TurnId> due = new HashSet<>();
        Set<TurnId> waiting = new HashSet<>();
        List<OffsetDateTime> times = new ArrayList<>();
        Set<TurnId> done = new HashSet<>();
        Optional<TurnId> head = store.head(session);
        if (head.isPresent() && done.add(head.get())) {
            count(pending.quietly(session, head.get()), due, times);
        }
        for (TurnId tip : store.tips(session)) {
            if (done.add(tip)) {
                PendingBranch branch = pending.quietly(session, tip);
                boolean reaches = Batch.leading(branch.turns(), triggers.batchTokens(), context.counter())
                        .reachesThreshold();
                count(branch, reaches ? due : waiting, times);
            }
        }
        waiting.removeAll(due);
        return new Pending(
                due.size(), waiting.size(), times.stream().min(Comparator.comparing(OffsetDateTime::toInstant)));
    }

    private static void count(PendingBranch branch, Set<TurnId> into, List<OffsetDateTime> times) {
        branch.turns().forEach(turn -> {
            into.add(turn.turn().id());
            turn.turn().time().ifPresent(times::add);
        });
    }
}
