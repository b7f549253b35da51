package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.NothingToRecord;
import dev.scriptorium.memory.api.event.Operation;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.event.WriteStarted;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.commit.EntrySettler.Archives;
import dev.scriptorium.memory.local.state.PassedOver;
import dev.scriptorium.memory.local.tx.BatchRecord;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.local.tx.OwedSource;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TurnPiece;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows the writer, batch after batch, every trusted archived turn that no block cites, and that no backfill has shown
 * before. Marks say nothing here: a writer may have left a turn out, or a restore have taken its blocks away. What is
 * pending is left to the next write of its session, which would show it a second time. Sets no mark, removes no block.
 * What was done stays done when it is cut short, and the next one goes on, in the middle of a long turn too (D40).
 *
 * @since 0.1
 */
public final class Backfill {
    private final PassContext context;
    private final ArchivedTurns archived;
    private final PendingTurns pending;
    private final String namespace;
    private final PassedOver passedOver;
    private final int batchTokens;

    /**
     * A backfill of a workspace.
     *
     * @param namespace the first part of the references of the host's turns
     */
    Backfill(
            PassContext context,
            ArchivedTurns archived,
            PendingTurns pending,
            String namespace,
            PassedOver passedOver,
            int batchTokens) {
        this.context = context;
        this.archived = archived;
        this.pending = pending;
        this.namespace = namespace;
        this.passedOver = passedOver;
        this.batchTokens = batchTokens;
    }

    /**
     * How it ended.
     *
     * @param candidates turns that no block cited and that no backfill had shown
     * @param processed those of them that were shown to the end
     * @param why it did not get to the end; null when it did
     * @since 0.1
     */
    public record Result(
            int candidates, int processed, @Nullable WriteFailure why) {
        /** Why it did not get to the end; empty when it did. */
        public Optional<WriteFailure> failure() {
            return Optional.ofNullable(why);
        }
    }

    /** Does it; the caller holds the writer lease. */
    Result run() {
        List<SourceRef> candidates = List.of();
        Progress progress = new Progress();
        Optional<WriteFailure> failure = Optional.empty();
        try {
            candidates = candidates(context.transactions().current());
            for (SourceRef ref : candidates) {
                if (failure.isEmpty()) {
                    failure = take(ref, progress);
                }
            }
            if (failure.isEmpty()) {
                failure = pass(progress);
            }
            if (failure.isEmpty() && !progress.wordless.isEmpty()) {
                passedOver.add(progress.wordless);
                progress.processed += progress.wordless.size();
            }
        } catch (IOException e) {
            failure = Optional.of(unreadable(e));
        } catch (UnknownPending e) {
            failure =
                    Optional.of(WriteFailure.of(FailureCode.SESSION_NODES_UNAVAILABLE, String.valueOf(e.getMessage())));
        }
        return new Result(candidates.size(), progress.processed, failure.orElse(null));
    }

    /** The batch that is being gathered, and what came of those before it. */
    private static final class Progress {
        private final List<ArchivedTurns.Piece> batch = new ArrayList<>();
        private final List<SourceRef> wordless = new ArrayList<>();
        private long tokens;
        private int processed;
    }

    /** Adds a turn to the batch, which is written when it is full. */
    private Optional<WriteFailure> take(SourceRef ref, Progress progress) {
        List<ArchivedTurns.Piece> pieces =
                archived.pieces(ref, context.transactions().openPieces().from(ref), batchTokens);
        if (pieces.isEmpty()) {
            // A name that an older archive only mentions.
            progress.wordless.add(ref);
        }
        for (ArchivedTurns.Piece piece : pieces) {
            long more = context.counter().count(piece.turn().text());
            if (progress.tokens + more > batchTokens) {
                Optional<WriteFailure> failure = pass(progress);
                if (failure.isPresent()) {
                    return failure;
                }
            }
            progress.batch.add(piece);
            progress.tokens += more;
        }
        return Optional.empty();
    }

    /** Writes the batch, if there is one. */
    private Optional<WriteFailure> pass(Progress progress) {
        if (progress.batch.isEmpty()) {
            return Optional.empty();
        }
        Optional<WriteFailure> failure = pass(progress.batch, progress.tokens);
        if (failure.isEmpty()) {
            progress.processed += ended(progress.batch).size();
            progress.batch.clear();
            progress.tokens = 0;
        }
        return failure;
    }

    private static WriteFailure unreadable(IOException e) {
        return WriteFailure.of(
                FailureCode.STORAGE_UNAVAILABLE, "what was passed over cannot be read or noted: " + e.getMessage());
    }

    /** In the order in which they stand: archive by archive. */
    private List<SourceRef> candidates(Snapshot now) throws IOException {
        Set<SourceRef> not = cited(now, now.topics().paths());
        // The piece of a turn that was shown is cited before the rest has been shown.
        context.transactions().openPieces().pieces().forEach(piece -> not.remove(piece.ref()));
        not.addAll(passedOver.read());
        // The next pass of any session is shown these.
        context.transactions().owedSources(now).stream().map(OwedSource::ref).forEach(not::add);
        List<SourceRef> candidates = new ArrayList<>();
        for (String path : now.sources().paths()) {
            for (SourceRef ref : now.sources().refs(path)) {
                Optional<ArchivedSource> source = now.sources().find(ref);
                boolean here = source.isPresent()
                        && source.get().path().equals(path)
                        && source.get().trust() == Trust.TRUSTED;
                if (here && not.add(ref)) {
                    candidates.add(ref);
                }
            }
        }
        return withoutPending(candidates);
    }

    /** Asks the host once about every session among them. */
    private List<SourceRef> withoutPending(List<SourceRef> candidates) {
        Map<String, Set<TurnId>> live = new HashMap<>();
        return candidates.stream()
                .filter(ref -> !ref.namespace().equals(namespace)
                        || !live.computeIfAbsent(ref.session(), session -> live(new SessionId(session)))
                                .contains(new TurnId(ref.turn())))
                .toList();
    }

    private Set<TurnId> live(SessionId session) {
        try {
            return pending.onLiveBranches(session);
        } catch (MemoryException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new UnknownPending(session, e);
        }
    }

    /** A host that cannot say what is pending: what must be left to it is not known, so nothing is shown. */
    private static final class UnknownPending extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownPending(SessionId session, RuntimeException cause) {
            // What a host throws may hold what people said.
            super(
                    "the host's store cannot say what is pending of the session " + session + ": "
                            + cause.getClass().getName(),
                    cause);
        }
    }

    private Set<SourceRef> cited(Snapshot now, Collection<TopicPath> paths) {
        Set<SourceRef> cited = new HashSet<>();
        context.transactions().forEachRecord(now, paths, memory -> cited.addAll(memory.sourceRefs()));
        return cited;
    }

    /** The turns of which a batch holds the end. */
    private static List<SourceRef> ended(List<ArchivedTurns.Piece> batch) {
        return batch.stream()
                .filter(ArchivedTurns.Piece::last)
                .map(piece -> piece.turn().ref())
                .toList();
    }

    /** How far long turns have been shown with a batch, so that another pass goes on from there; null when it has none. */
    private static @Nullable BatchRecord record(List<ArchivedTurns.Piece> batch) {
        ArchivedTurns.Piece end = batch.get(batch.size() - 1);
        List<SourceRef> ended =
                ended(batch.stream().filter(piece -> !piece.whole()).toList());
        if (end.last() && ended.isEmpty()) {
            return null;
        }
        SourceRef ref = end.turn().ref();
        return new BatchRecord(
                new SessionId(ref.dialogue() ? ref.namespace() : ref.session()),
                List.of(),
                ended,
                end.last() ? null : new TurnPiece(ref, end.until()));
    }

    private Optional<WriteFailure> pass(List<ArchivedTurns.Piece> batch, long tokens) {
        Operation operation = context.operation();
        context.tell(WriteStarted.of(operation, true, ended(batch).size()));
        Optional<WriteFailure> failure;
        try {
            failure = write(operation, batch, tokens);
        } catch (MemoryException e) {
            failure = Optional.of(Failures.of(e));
        } catch (IOException e) {
            failure = Optional.of(unreadable(e));
        }
        context.settler().settle(Archives.NOW);
        context.tell(WriteEnded.of(operation, failure.orElse(null)));
        return failure;
    }

    private Optional<WriteFailure> write(Operation operation, List<ArchivedTurns.Piece> batch, long tokens)
            throws IOException {
        List<BatchTurn> turns = batch.stream().map(ArchivedTurns.Piece::turn).toList();
        Set<SourceRef> refs = new HashSet<>();
        turns.forEach(turn -> refs.add(turn.ref()));
        BatchRecord record = record(batch);
        StagedEdit.Result result = new StagedEdit(
                        context,
                        operation,
                        WriterTask.write(turns),
                        (base, read) -> refs::contains,
                        StagedEdit.Loss.NONE)
                .run(
                        (builder, base) -> (record == null ? builder : builder.batch(record))
                                .counters(before ->
                                        before.plusBatch(tokens, context.clock().instant()))
                                .build(),
                        "memory: backfill " + named(ended(batch).size()));
        if (result.failure() != null) {
            return Optional.of(result.failure());
        }
        Installed installed = result.installed();
        List<SourceRef> left = new ArrayList<>(ended(batch));
        if (installed == null) {
            if (record != null) {
                context.note(operation, record, "memory: nothing in a piece of an archived turn");
            }
            context.tell(NothingToRecord.of(operation, ended(batch).size(), String.valueOf(result.nothing())));
        } else {
            context.show(installed.snapshot());
            context.tell(WriteCommitted.of(
                    operation,
                    installed.snapshot().revision(),
                    ended(batch).size(),
                    installed.edit().files().size()));
            left.removeAll(cited(installed.snapshot(), present(installed)));
        }
        if (!left.isEmpty()) {
            passedOver.add(left);
        }
        return Optional.empty();
    }

    private static String named(int turns) {
        return turns == 0 ? "a part of an archived turn" : turns + (turns == 1 ? " archived turn" : " archived turns");
    }

    private static List<TopicPath> present(Installed installed) {
        return installed.edit().files().keySet().stream()
                .filter(installed.snapshot().topics().paths()::contains)
                .toList();
    }
}
