package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.Violation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a writer is asked to do. Immutable.
 *
 * @since 0.1
 */
public final class WriterTask {

    /** What sort of pass. */
    public enum Kind {
        /** Record what is worth keeping of a batch. */
        WRITE,
        /** Rewrite what has landed; there is no batch. */
        ORGANISE
    }

    private final Kind kind;
    private final List<BatchTurn> batch;
    private final List<Violation> violations;
    private final @Nullable String conflict;
    private final WriterLimits limits;

    private WriterTask(
            Kind kind,
            List<BatchTurn> batch,
            List<Violation> violations,
            @Nullable String conflict,
            WriterLimits limits) {
        this.conflict = conflict;
        this.limits = limits;
        this.kind = kind;
        this.batch = List.copyOf(batch);
        this.violations = List.copyOf(violations);
    }

    /** Record what is worth keeping of these turns, which are archived already. */
    public static WriterTask write(List<BatchTurn> batch) {
        return new WriterTask(Kind.WRITE, batch, List.of(), null, WriterLimits.DEFAULT);
    }

    /** Rewrite what has landed. */
    public static WriterTask organise() {
        return new WriterTask(Kind.ORGANISE, List.of(), List.of(), null, WriterLimits.DEFAULT);
    }

    /** The same task again, after an edit that broke these rules and was taken back. */
    public WriterTask repair(List<Violation> broken) {
        return new WriterTask(kind, batch, broken, null, limits);
    }

    /** The same task again, on a newer state: somebody else changed the same block meanwhile. */
    public WriterTask rebase(String between) {
        return new WriterTask(kind, batch, List.of(), between, limits);
    }

    /** The same task with its own limits. */
    public WriterTask within(WriterLimits own) {
        return new WriterTask(kind, batch, violations, conflict, own);
    }

    /** What sort of pass. */
    public Kind kind() {
        return kind;
    }

    /** The turns, oldest first. */
    public List<BatchTurn> batch() {
        return batch;
    }

    /** Where the edit before met one of somebody else, in words; empty when it did not. The stage holds theirs. */
    public Optional<String> conflict() {
        return Optional.ofNullable(conflict);
    }

    /** How much a writer that asks a model may use. */
    public WriterLimits limits() {
        return limits;
    }

    /** The rules that the edit before broke; empty on the first try. */
    public List<Violation> violations() {
        return violations;
    }
}
