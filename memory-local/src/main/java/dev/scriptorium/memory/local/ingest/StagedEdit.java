package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.event.Operation;
import dev.scriptorium.memory.api.event.WriteRefused;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.tx.Installed;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.TransactionRequest;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One go of a writer at a task: stage, edit, validate, install. No lock is held while the writer works; what others
 * install meanwhile is brought together with its edit block by block. It gets one more exchange: when its edit breaks a
 * rule, or when it and somebody else changed the same block.
 */
final class StagedEdit {
    private final PassContext context;
    private final Operation operation;
    private final WriterTask task;
    private final BiFunction<Snapshot, Shown, Predicate<SourceRef>> mayCite;
    private final Loss loss;

    /** Which blocks a writer may remove. */
    enum Loss {
        /** Up to the loss guard. */
        GUARDED,
        /** None. */
        NONE
    }

    /**
     * A go at a task.
     *
     * @param mayCite the sources that the edit of a state may cite anew, by what the writer was shown
     */
    StagedEdit(
            PassContext context,
            Operation operation,
            WriterTask task,
            BiFunction<Snapshot, Shown, Predicate<SourceRef>> mayCite) {
        this(context, operation, task, mayCite, Loss.GUARDED);
    }

    /** The same, with what the edit may remove. */
    StagedEdit(
            PassContext context,
            Operation operation,
            WriterTask task,
            BiFunction<Snapshot, Shown, Predicate<SourceRef>> mayCite,
            Loss loss) {
        this.loss = loss;
        this.context = context;
        this.operation = operation;
        this.task = task.within(context.limits());
        this.mayCite = mayCite;
    }

    /** How it ended: installed, nothing to record and why, or a failure. */
    record Result(
            @Nullable Installed installed,
            @Nullable String nothing,
            @Nullable WriteFailure failure) {
        static Result of(Installed installed) {
            return new Result(installed, null, null);
        }

        static Result nothing(String reason) {
            return new Result(null, reason, null);
        }

        static Result failed(WriteFailure failure) {
            return new Result(null, null, failure);
        }
    }

    /** Works, and installs what the request makes of the edit. */
    Result run(BiFunction<TransactionRequest.Builder, Snapshot, TransactionRequest> request, String message) {
        Shown shown = new Shown();
        WriterTask next = task;
        while (true) {
            try {
                return registered(next, shown, request, message);
            } catch (WriterException e) {
                return Result.failed(e.failure());
            } catch (MemoryException e) {
                boolean conflict = e.code() == ErrorCode.CONCURRENT_UPDATE;
                if (conflict && next != task) {
                    return Result.failed(Failures.of(e));
                }
                if (!conflict) {
                    if (e.violations().isEmpty()) {
                        throw e;
                    }
                    report(e);
                    if (next != task) {
                        return Result.failed(WriteFailure.of(
                                FailureCode.COMMIT_REJECTED, "the writer's edit was refused twice: " + rules(e)));
                    }
                }
                next = conflict ? task.rebase(String.valueOf(e.getMessage())) : task.repair(e.violations());
            }
        }
    }

    /** One exchange with the writer, on what is there now, which stays readable to it however long it takes. */
    private Result registered(
            WriterTask exchange,
            Shown shown,
            BiFunction<TransactionRequest.Builder, Snapshot, TransactionRequest> request,
            String message)
            throws WriterException {
        Transactions.Registration reading = context.transactions().register();
        try {
            Snapshot base = context.transactions().current();
            OverlayStage stage = new OverlayStage(base, shown, context);
            Optional<Result> ended = edit(stage, exchange);
            if (ended.isPresent()) {
                return ended.get();
            }
            TransactionRequest ready = request.apply(
                    TransactionRequest.builder(
                                    operation.id(), "writer/" + context.writer().name(), message)
                            .edit(stage.edits(), base, policy(base, shown)),
                    base);
            Map<TopicPath, Optional<String>> edits =
                    context.transactions().preview(ready, base).files();
            CoreFromOwner.require(edits, base, context.transactions());
            if (edits.isEmpty()) {
                // An edit back to the same text, once canonical.
                return task.kind() == WriterTask.Kind.ORGANISE
                        ? Result.nothing("the edit changes nothing")
                        : unchanged();
            }
            return Result.of(context.transactions().install(ready, context.lockTimeout()));
        } finally {
            reading.close();
        }
    }

    private EditPolicy policy(Snapshot base, Shown shown) {
        EditPolicy keeping = EditPolicy.keepingAll().citing(mayCite.apply(base, shown));
        return loss == Loss.NONE ? keeping : keeping.guardingLoss(shown.blocks(base.topics()), context.lossGuard());
    }

    /** Lets the writer edit; a result when there is nothing to install. */
    private Optional<Result> edit(OverlayStage stage, WriterTask next) throws WriterException {
        WriterOutcome outcome;
        try {
            outcome = context.writer().write(next, stage);
        } catch (MemoryException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new WriterException(
                    WriteFailure.of(
                            FailureCode.WRITER_FAILURE_UNKNOWN,
                            "the writer broke down: " + e.getClass().getName()),
                    e);
        }
        boolean edited = !stage.edits().isEmpty();
        if (outcome.nothingToRecord().isPresent() && !edited) {
            return Optional.of(Result.nothing(outcome.nothingToRecord().get()));
        }
        return edited ? Optional.empty() : Optional.of(unchanged());
    }

    private static Result unchanged() {
        return Result.failed(WriteFailure.of(
                FailureCode.WRITER_NO_PROGRESS,
                "the writer ended without an edit and without saying that there is nothing to record"));
    }

    private void report(MemoryException e) {
        List<String> rules =
                e.violations().stream().map(Violation::rule).distinct().sorted().toList();
        context.tell(WriteRefused.of(operation, Failures.of(e).code(), rules));
    }

    private static String rules(MemoryException e) {
        return String.join(
                ", ",
                e.violations().stream()
                        .map(violation -> violation.rule() + " at " + violation.path() + ":" + violation.line())
                        .distinct()
                        .limit(5)
                        .toList());
    }
}
