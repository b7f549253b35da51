package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.NothingToRecord;
import dev.scriptorium.memory.api.event.Operation;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.event.WriteStarted;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.commit.EntrySettler.Archives;
import dev.scriptorium.memory.local.tx.BatchRecord;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TurnPiece;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.WriterTask;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Shows the writer one archived turn that it was never shown because nobody trusted it. Everything it is told of the turn
 * is what the archive says.
 *
 * @since 0.1
 */
public final class SourcePass {
    private final PassContext context;
    private final ArchivedTurns archived;
    private final int pieceTokens;

    SourcePass(PassContext context, ArchivedTurns archived, int pieceTokens) {
        this.context = context;
        this.archived = archived;
        this.pieceTokens = pieceTokens;
    }

    /**
     * How it ended.
     *
     * @param changedFiles what the writer changed, views included; empty when it had nothing to record, or no need to look
     * @param why it did not get to the end; null when it did
     * @since 0.1
     */
    public record Written(
            List<String> changedFiles, @Nullable WriteFailure why) {
        /** Copies the list. */
        public Written {
            changedFiles = List.copyOf(changedFiles);
        }

        static Written failed(WriteFailure failure) {
            return new Written(List.of(), failure);
        }

        /** Why it did not get to the end; empty when it did. */
        public Optional<WriteFailure> failure() {
            return Optional.ofNullable(why);
        }
    }

    /** Works on a turn, piece by piece when it is long; the caller holds the writer lease. */
    Written run(SourceRef ref) {
        Snapshot now = context.transactions().current();
        // The piece of a turn that was shown is cited before the rest has been shown.
        int from = context.transactions().openPieces().from(ref);
        if (from == 0 && isCited(ref, now)) {
            return new Written(List.of(), null);
        }
        List<ArchivedTurns.Piece> pieces = archived.pieces(ref, from, pieceTokens);
        if (pieces.isEmpty()) {
            return Written.failed(WriteFailure.of(
                    FailureCode.WRITER_PRECONDITION_FAILED, "the archive does not hold \"" + ref + "\""));
        }
        TreeSet<String> changed = new TreeSet<>();
        for (ArchivedTurns.Piece part : pieces) {
            Written piece = piece(part, part.whole() ? null : record(ref, part.last() ? null : part.until()));
            changed.addAll(piece.changedFiles());
            if (piece.failure().isPresent()) {
                return new Written(List.copyOf(changed), piece.failure().get());
            }
        }
        return new Written(List.copyOf(changed), null);
    }

    /** How far a long turn has been shown, so that another pass goes on from there. */
    private static BatchRecord record(SourceRef ref, @Nullable Integer end) {
        SessionId session = new SessionId(ref.session());
        return end == null
                ? new BatchRecord(session, List.of(), List.of(ref), null)
                : new BatchRecord(session, List.of(), List.of(), new TurnPiece(ref, end));
    }

    private boolean isCited(SourceRef ref, Snapshot now) {
        boolean[] cited = new boolean[1];
        context.transactions()
                .forEachRecord(
                        now,
                        now.topics().paths(),
                        memory -> cited[0] |= memory.sourceRefs().contains(ref));
        return cited[0];
    }

    private Written piece(ArchivedTurns.Piece part, @Nullable BatchRecord record) {
        Operation operation = context.operation();
        context.tell(WriteStarted.of(operation, true, finished(part)));
        Written written;
        try {
            written = write(operation, part, record);
        } catch (MemoryException e) {
            written = Written.failed(Failures.of(e));
        }
        context.settler().settle(Archives.NOW);
        context.tell(WriteEnded.of(operation, written.why()));
        return written;
    }

    /** How many turns are written with it: of a turn that is shown in pieces, the last piece counts. */
    private static int finished(ArchivedTurns.Piece part) {
        return part.last() ? 1 : 0;
    }

    private Written write(Operation operation, ArchivedTurns.Piece part, @Nullable BatchRecord record) {
        BatchTurn turn = part.turn();
        long tokens = context.counter().count(turn.text());
        StagedEdit.Result result = new StagedEdit(
                        context,
                        operation,
                        WriterTask.write(List.of(turn)),
                        (base, read) -> turn.ref()::equals,
                        StagedEdit.Loss.NONE)
                .run(
                        (builder, base) -> (record == null ? builder : builder.batch(record))
                                .counters(before ->
                                        before.plusBatch(tokens, context.clock().instant()))
                                .build(),
                        "memory: write " + (part.last() ? "" : "a part of ") + "trusted source " + turn.ref());
        if (result.failure() != null) {
            return Written.failed(result.failure());
        }
        Installed installed = result.installed();
        if (installed == null) {
            if (record != null) {
                context.note(operation, record, "memory: nothing in a piece of a trusted source");
            }
            context.tell(NothingToRecord.of(operation, finished(part), String.valueOf(result.nothing())));
            return new Written(List.of(), null);
        }
        context.show(installed.snapshot());
        context.tell(WriteCommitted.of(
                operation,
                installed.snapshot().revision(),
                finished(part),
                installed.edit().files().size()));
        return new Written(List.copyOf(installed.changedFiles()), null);
    }
}
