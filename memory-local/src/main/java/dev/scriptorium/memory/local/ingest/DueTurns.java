package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.local.state.WriterState;
import dev.scriptorium.memory.local.tx.OpenPieces;
import dev.scriptorium.memory.local.tx.OwedSource;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Says which turns fall due, of a session and of what is owed: those that reach the threshold, and those that have waited
 * long enough. What was refused lately is passed by. Safe for use by several threads.
 */
final class DueTurns {
    private final PassContext context;
    private final PendingTurns pending;
    private final OwedTurns owed;
    private final WriterState state;
    private final SessionWriting.Triggers triggers;

    DueTurns(
            PassContext context,
            PendingTurns pending,
            OwedTurns owed,
            WriterState state,
            SessionWriting.Triggers triggers) {
        this.context = context;
        this.pending = pending;
        this.owed = owed;
        this.state = state;
        this.triggers = triggers;
    }

    /** The batch that a call without force takes; without turns when nothing is due. */
    Batch of(SessionId session, Optional<List<Turn>> given) {
        PendingBranch branch = given.isPresent() ? pending.of(session, given.get()) : pending.ofHead(session);
        List<PendingTurn> turns = branch.turns();
        if (!turns.isEmpty() && isRefused(session, turns.get(0).turn().id())) {
            turns = List.of();
        }
        // What nobody can write must not keep every session waiting.
        List<OwedSource> before = unrefused(owed.all());
        if (!before.isEmpty() && mayBeDue(turns, before)) {
            before = owed.besides(before, branch.turns());
        } else {
            before = List.of();
        }
        boolean idle = isIdle(turns, before);
        Batch batch = leading(before, turns, idle);
        return batch.reachesThreshold() || idle ? batch : batch.settling();
    }

    /** Whether it is worth asking the hosts which of these they still hold: nearly every write comes too early. */
    private boolean mayBeDue(List<PendingTurn> turns, List<OwedSource> before) {
        boolean idle = (turns.isEmpty() || isIdle(turns, List.of()))
                && before.stream().anyMatch(source -> isIdle(List.of(), List.of(source)));
        return idle || couldReach(turns, before);
    }

    private boolean couldReach(List<PendingTurn> turns, List<OwedSource> before) {
        long bytes = before.stream().mapToLong(OwedSource::bytes).sum()
                + turns.stream()
                        .mapToLong(turn -> TokenCounter.bytes(turn.shown()))
                        .sum();
        // The rest of a turn of which the beginning was shown is due however short it is.
        return TokenCounter.couldReach(bytes, triggers.batchTokens()) || anyOpen(before);
    }

    private boolean anyOpen(List<OwedSource> before) {
        OpenPieces open = context.transactions().openPieces();
        return before.stream().anyMatch(source -> open.from(source.ref()) > 0);
    }

    /** What is owed and was not refused lately. */
    List<OwedSource> unrefused(List<OwedSource> before) {
        return before.isEmpty()
                ? before
                : before.stream()
                        .filter(source ->
                                !isRefused(source.session(), source.turn().id()))
                        .toList();
    }

    /** What is owed and what is pending, up to the threshold; reads what is owed only when it may be due. */
    Batch leading(List<OwedSource> before, List<PendingTurn> turns, boolean anyway) {
        boolean open = !turns.isEmpty() && turns.get(0).from() > 0;
        // A turn that was begun is ended first: its rest is due, whatever is owed besides.
        if (before.isEmpty() || open || !(anyway || couldReach(turns, before))) {
            return Batch.leading(turns, triggers.batchTokens(), context.counter());
        }
        OwedTurns.Words words = owed.read(before, triggers.batchTokens());
        List<PendingTurn> all = new ArrayList<>(words.turns());
        all.addAll(turns);
        return Batch.leading(all, triggers.batchTokens(), context.counter()).passingOver(words.cited());
    }

    private boolean isIdle(List<PendingTurn> turns, List<OwedSource> before) {
        Optional<OffsetDateTime> newest = Stream.concat(
                        turns.stream().map(PendingTurn::turn), before.stream().map(OwedSource::turn))
                .flatMap(turn -> turn.time().stream())
                .max(Comparator.comparing(OffsetDateTime::toInstant));
        return newest.isPresent()
                && newest.get()
                        .toInstant()
                        .plus(triggers.idleAfter())
                        .isBefore(context.clock().instant());
    }

    private boolean isRefused(SessionId session, TurnId first) {
        return state.refused(context.clock().instant()).stream()
                .anyMatch(one -> one.session().equals(session) && one.first().equals(first));
    }
}
