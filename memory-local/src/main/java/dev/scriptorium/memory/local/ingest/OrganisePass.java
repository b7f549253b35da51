package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.event.Operation;
import dev.scriptorium.memory.api.event.OrganiseEnded;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.local.commit.EntrySettler.Archives;
import dev.scriptorium.memory.local.tx.Counters;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Lets the writer rewrite what has landed, through the same door as everything else. */
final class OrganisePass {
    private final PassContext context;

    OrganisePass(PassContext context) {
        this.context = context;
    }

    /** Organises; the caller holds the writer lease. */
    ReorganizeReport run() {
        Operation operation = context.operation();
        Snapshot[] from = new Snapshot[1];
        StagedEdit.Result result;
        try {
            result = new StagedEdit(context, operation, WriterTask.organise(), (base, read) -> mayCite(base))
                    .run(
                            (builder, base) -> {
                                from[0] = base;
                                return counted(builder);
                            },
                            "memory: organise topics");
        } catch (MemoryException e) {
            if (e.code().retryable()) {
                throw e;
            }
            // What will not succeed, as when a checkpoint objects, must not stop the batches that come after it.
            result = StagedEdit.Result.failed(Failures.of(e));
        }
        ReorganizeReport report;
        if (result.failure() != null) {
            report = ReorganizeReport.failed(result.failure());
        } else if (result.installed() == null) {
            report = ReorganizeReport.of(ReorganizeReport.Status.EMPTY);
        } else {
            report = ReorganizeReport.ok(changes(from[0], result.installed().edit()));
            context.show(result.installed().snapshot());
        }
        context.settler().settle(Archives.WITH_NEXT);
        context.tell(OrganiseEnded.of(operation, report));
        return report;
    }

    private TransactionRequest counted(TransactionRequest.Builder builder) {
        return builder.counters(before -> Counters.afterOrganise(context.clock().instant()))
                .build();
    }

    /** Whatever a committed block cites: evidence moves with what it proves. */
    private Predicate<SourceRef> mayCite(Snapshot base) {
        Set<SourceRef> cited = new HashSet<>();
        context.transactions().forEachRecord(base, base.topics().paths(), memory -> cited.addAll(memory.sourceRefs()));
        return cited::contains;
    }

    /** What an organise pass would change, installing nothing. */
    ReorganizeReport preview() {
        Snapshot base = context.transactions().current();
        Shown read = new Shown();
        OverlayStage stage = new OverlayStage(base, read, context);
        try {
            context.writer().write(WriterTask.organise().within(context.limits()), stage);
        } catch (WriterException e) {
            return ReorganizeReport.failed(e.failure());
        }
        if (stage.edits().isEmpty()) {
            return ReorganizeReport.of(ReorganizeReport.Status.EMPTY);
        }
        try {
            NormalizedEdit edit = context.transactions()
                    .preview(
                            TransactionRequest.builder("preview", "preview", "memory: organise topics")
                                    .edit(
                                            stage.edits(),
                                            base,
                                            EditPolicy.keepingAll()
                                                    .citing(mayCite(base))
                                                    .guardingLoss(read.blocks(base.topics()), context.lossGuard()))
                                    .build(),
                            base);
            CoreFromOwner.require(edit.files(), base, context.transactions());
            return ReorganizeReport.ok(changes(base, edit));
        } catch (MemoryException e) {
            return ReorganizeReport.failed(Failures.of(e));
        }
    }

    private static List<ReorganizeReport.Change> changes(Snapshot before, NormalizedEdit edit) {
        List<ReorganizeReport.Change> changes = new ArrayList<>();
        edit.files()
                .forEach((path, text) -> changes.add(
                        ReorganizeReport.Change.of(path, length(before.topics().text(path)), length(text))));
        return changes;
    }

    private static int length(Optional<String> text) {
        return text.map(present -> present.codePointCount(0, present.length())).orElse(0);
    }
}
