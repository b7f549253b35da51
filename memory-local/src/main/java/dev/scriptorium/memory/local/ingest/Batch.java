package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.local.state.WriterState;
import dev.scriptorium.memory.local.tx.BatchRecord;
import dev.scriptorium.memory.local.tx.TurnPiece;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leading pending turns that one pass takes: up to the threshold, the turn that crosses it included. Of a turn that
 * alone is longer than a batch it takes the next piece, and ends there (D40).
 *
 * @param turns the turns, oldest first; only the last one may be a piece
 * @param reachesThreshold whether their text reaches the threshold, or ends a turn of which the beginning was shown
 * @param passedOver sources that were owed, and need not be shown to anybody any more
 */
record Batch(List<PendingTurn> turns, boolean reachesThreshold, List<SourceRef> passedOver) {
    /** Nothing to write. */
    static final Batch NONE = new Batch(List.of(), false);

    Batch {
        turns = List.copyOf(turns);
        passedOver = List.copyOf(passedOver);
    }

    private Batch(List<PendingTurn> turns, boolean reachesThreshold) {
        this(turns, reachesThreshold, List.of());
    }

    /** The same batch, which settles these as well. */
    Batch passingOver(List<SourceRef> refs) {
        return new Batch(turns, reachesThreshold, refs);
    }

    /** The batch of a branch; loads no tokeniser when the length of the text decides. */
    static Batch leading(List<PendingTurn> pending, int threshold, TokenCounter counter) {
        long bytes = 0;
        for (PendingTurn turn : pending) {
            bytes += TokenCounter.bytes(turn.shown());
        }
        if (!TokenCounter.couldReach(bytes, threshold)) {
            return smaller(pending);
        }
        List<PendingTurn> taken = new ArrayList<>();
        long tokens = 0;
        for (PendingTurn next : pending) {
            String text = next.shown();
            int end = TokenCounter.couldReach(TokenCounter.bytes(text), threshold)
                    ? Pieces.end(text, threshold, counter)
                    : text.length();
            taken.add(end == text.length() ? next : next.endingAt(next.from() + end));
            tokens += end == text.length() ? counter.count(text) : threshold;
            if (tokens >= threshold) {
                return new Batch(taken, true);
            }
        }
        return smaller(pending);
    }

    /** What does not reach the threshold; the rest of a turn of which the beginning was shown is due all the same. */
    private static Batch smaller(List<PendingTurn> pending) {
        return !pending.isEmpty() && pending.get(0).from() > 0
                ? new Batch(pending.subList(0, 1), true)
                : new Batch(pending, false);
    }

    long tokens(TokenCounter counter) {
        return turns.stream().mapToLong(turn -> counter.count(turn.shown())).sum();
    }

    /** How many turns are written with it: of a turn that is shown in pieces, the last piece counts. */
    int finished() {
        return (int) turns.stream().filter(PendingTurn::ends).count();
    }

    /** The turns of branches, pieces included. */
    List<TurnId> ids() {
        return turns.stream()
                .filter(turn -> !turn.owed())
                .map(turn -> turn.turn().id())
                .toList();
    }

    /** What is written once it is installed. */
    BatchRecord record(SessionId session, FrameMaker frames) {
        PendingTurn last = turns.get(turns.size() - 1);
        List<SourceRef> owed = new ArrayList<>(passedOver);
        turns.stream()
                .filter(turn -> turn.owed() && turn.ends())
                .map(frames::ref)
                .forEach(owed::add);
        return new BatchRecord(
                session,
                turns.stream()
                        .filter(turn -> !turn.owed() && turn.ends())
                        .map(turn -> turn.turn().id())
                        .toList(),
                owed,
                last.ends() ? null : new TurnPiece(frames.ref(last), last.to()));
    }

    /** So many turns, for people. */
    static String count(long turns) {
        return turns + (turns == 1 ? " turn" : " turns");
    }

    /** Whether there is nothing to do for it. */
    boolean isNothing() {
        return turns.isEmpty() && passedOver.isEmpty();
    }

    /** What it settles without showing anything to anybody. */
    Batch settling() {
        return passedOver.isEmpty() ? NONE : new Batch(List.of(), false, passedOver);
    }

    /** The turns of the branch in it, without what is owed. */
    Batch own() {
        return new Batch(turns.stream().filter(turn -> !turn.owed()).toList(), reachesThreshold);
    }

    /** Whether it has both turns that are owed and turns of a branch. */
    boolean isMixed() {
        return beginsOwed() && !turns.get(turns.size() - 1).owed();
    }

    /** By what a turn of a batch that is refused is known. */
    static WriterState.Name name(PendingTurn turn) {
        return new WriterState.Name(turn.session(), turn.turn().id());
    }

    /** Whether it begins with something that is owed, and may be of another session. */
    boolean beginsOwed() {
        return !turns.isEmpty() && turns.get(0).owed();
    }

    /** Whether it begins where another one does: then nothing of that one was written. */
    boolean beginsLike(@Nullable Batch other) {
        return other != null
                && !turns.isEmpty()
                && !other.turns.isEmpty()
                && turns.get(0).session().equals(other.turns.get(0).session())
                && turns.get(0).turn().id().equals(other.turns.get(0).turn().id())
                && turns.get(0).from() == other.turns.get(0).from();
    }
}
