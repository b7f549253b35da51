package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.CoreOverflow;
import dev.scriptorium.memory.api.event.HistoryBehind;
import dev.scriptorium.memory.api.event.NothingToRecord;
import dev.scriptorium.memory.api.event.Operation;
import dev.scriptorium.memory.api.event.SourceCharactersReplaced;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.event.WriteStarted;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.commit.EntrySettler.Archives;
import dev.scriptorium.memory.local.tx.BatchRecord;
import dev.scriptorium.memory.local.tx.Counters;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Writes one batch: archive first, topics second, commit, marks last. A batch is handed to a writer again only if
 * nothing of it was installed.
 */
final class WritePass {
    private final PassContext context;
    private final FrameMaker frames;
    private final SessionId session;
    private final Operation operation;

    WritePass(PassContext context, FrameMaker frames, SessionId session) {
        this.context = context;
        this.frames = frames;
        this.session = session;
        this.operation = context.operation().forSession(session);
    }

    /**
     * Writes a batch; the caller holds the writer lease.
     *
     * @param organised what the organise pass before it makes of the counters
     * @return why it was not written; empty when it was, or held nothing to record
     */
    Optional<WriteFailure> run(Batch batch, boolean force, UnaryOperator<Counters> organised) {
        context.tell(WriteStarted.of(operation, force, batch.finished()));
        Optional<WriteFailure> failure;
        try {
            failure = write(batch, organised);
        } catch (MemoryException e) {
            failure = Optional.of(Failures.of(e));
        }
        // A pass that installed nothing still has archived turns to commit.
        int waiting = context.settler().settle(failure.isPresent() ? Archives.NOW : Archives.WITH_NEXT);
        if (context.settler().owedReason().isPresent()) {
            context.tell(HistoryBehind.of(operation, waiting));
        }
        context.tell(WriteEnded.of(operation, failure.orElse(null)));
        return failure;
    }

    /** Lets the writer work on a batch and says what would come of it. */
    SessionWriting.Preview preview(Batch batch, Snapshot base) {
        List<BatchTurn> shown = shown(batch);
        TransactionRequest.Builder request =
                TransactionRequest.builder(operation.id(), "preview", "preview").archive(archived(batch));
        String nothing = batch.turns().isEmpty() ? null : "every turn of the batch waits for the owner's trust";
        if (!shown.isEmpty()) {
            Shown read = new Shown();
            OverlayStage stage = new OverlayStage(base, read, context);
            try {
                nothing = context.writer()
                        .write(WriterTask.write(shown).within(context.limits()), stage)
                        .nothingToRecord()
                        .orElse(null);
            } catch (WriterException e) {
                throw new MemoryException(ErrorCode.INVALID_ARGUMENT, "the writer failed: " + e.failure(), e);
            }
            request.edit(
                    stage.edits(),
                    base,
                    EditPolicy.keepingAll()
                            .citing(mayCite(shown, base, read))
                            .guardingLoss(read.blocks(base.topics()), context.lossGuard()));
        }
        return new SessionWriting.Preview(
                base, context.transactions().preview(request.build(), base), batch.finished(), nothing);
    }

    private static String named(Batch batch) {
        return batch.finished() > 0 || batch.turns().isEmpty() ? Batch.count(batch.finished()) : "a part of a turn";
    }

    private List<BatchTurn> shown(Batch batch) {
        return batch.turns().stream()
                .filter(turn -> turn.turn().trust() == Trust.TRUSTED)
                .map(frames::shown)
                .toList();
    }

    private List<SourceFrame> archived(Batch batch) {
        // What is owed is archived already.
        return batch.turns().stream()
                .filter(turn -> !turn.owed())
                .map(frames::frame)
                .toList();
    }

    private Optional<WriteFailure> write(Batch batch, UnaryOperator<Counters> organised) {
        archive(batch);
        List<BatchTurn> shown = shown(batch);
        long tokens = batch.tokens(context.counter());
        Instant now = context.clock().instant();
        BatchRecord record = batch.record(session, frames);
        UnaryOperator<Counters> counters = before -> organised.apply(before).plusBatch(tokens, now);
        if (shown.isEmpty()) {
            return nothing(batch, record, counters, "every turn of the batch waits for the owner's trust");
        }
        StagedEdit.Result result = new StagedEdit(
                        context, operation, WriterTask.write(shown), (base, read) -> mayCite(shown, base, read))
                .run(
                        (builder, base) ->
                                builder.batch(record).counters(counters).build(),
                        "memory: write " + named(batch) + " of " + session);
        if (result.failure() != null) {
            return Optional.of(result.failure());
        }
        if (result.nothing() != null) {
            return nothing(batch, record, counters, result.nothing());
        }
        if (result.installed() != null) {
            committed(batch, result.installed());
        }
        return Optional.empty();
    }

    private void archive(Batch batch) {
        List<SourceFrame> archived = archived(batch);
        if (archived.isEmpty()) {
            return;
        }
        Installed installed = context.transactions()
                .install(
                        TransactionRequest.builder(
                                        operation.id() + "-archive",
                                        "writer/" + context.writer().name(),
                                        "memory: archive " + Batch.count(archived.size()) + " of " + session)
                                .archive(archived)
                                .build(),
                        context.lockTimeout());
        if (installed.replacedSurrogates() > 0) {
            context.tell(SourceCharactersReplaced.of(operation, installed.replacedSurrogates()));
        }
    }

    /** The batch, and what the blocks that the writer was shown cite already. */
    private Predicate<SourceRef> mayCite(List<BatchTurn> batch, Snapshot base, Shown read) {
        Set<SourceRef> refs = new HashSet<>();
        batch.forEach(turn -> refs.add(turn.ref()));
        read.forEachRecord(context.transactions(), base, memory -> refs.addAll(memory.sourceRefs()));
        return refs::contains;
    }

    /** Settles what was owed and is cited by now: no pass is shown it. The caller holds the writer lease. */
    Optional<WriteFailure> passOver(List<SourceRef> cited) {
        try {
            context.note(
                    operation,
                    new BatchRecord(session, List.of(), cited, null),
                    "memory: " + cited.size() + " archived turns are cited already");
        } catch (MemoryException e) {
            return Optional.of(Failures.of(e));
        }
        context.settler().settle(Archives.WITH_NEXT);
        return Optional.empty();
    }

    private Optional<WriteFailure> nothing(
            Batch batch, BatchRecord record, UnaryOperator<Counters> counters, String reason) {
        Installed installed = context.transactions()
                .install(
                        TransactionRequest.builder(
                                        operation.id(),
                                        "writer/" + context.writer().name(),
                                        "memory: archive " + named(batch) + " of " + session)
                                .batch(record)
                                .counters(counters)
                                .build(),
                        context.lockTimeout());
        context.show(installed.snapshot());
        context.tell(NothingToRecord.of(operation, batch.finished(), reason));
        return Optional.empty();
    }

    private void committed(Batch batch, Installed installed) {
        context.show(installed.snapshot());
        context.tell(WriteCommitted.of(
                        operation,
                        installed.snapshot().revision(),
                        batch.finished(),
                        installed.edit().files().size())
                .withRemoved(List.copyOf(installed.edit().removed())));
        if (!installed.core().omitted().isEmpty()) {
            context.tell(CoreOverflow.of(
                    operation,
                    installed.core().omitted(),
                    installed.core().tokens(),
                    installed.core().budget()));
        }
    }
}
