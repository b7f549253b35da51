package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.Violation;
import java.util.List;

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

    private WriterTask(Kind kind, List<BatchTurn> batch, List<Violation> violations) {
        this.kind = kind;
        this.batch = List.copyOf(batch);
        this.violations = List.copyOf(violations);
    }

    /** Record what is worth keeping of these turns, which are archived already. */
    public static WriterTask write(List<BatchTurn> batch) {
        return new WriterTask(Kind.WRITE, batch, List.of());
    }

    /** Rewrite what has landed. */
    public static WriterTask organise() {
        return new WriterTask(Kind.ORGANISE, List.of(), List.of());
    }

    /** The same task again, after an edit that broke these rules and was taken back. */
    public WriterTask repair(List<Violation> broken) {
        return new WriterTask(kind, batch, broken);
    }

    /** What sort of pass. */
    public Kind kind() {
        return kind;
    }

    /** The turns, oldest first. */
    public List<BatchTurn> batch() {
        return batch;
    }

    /** The rules that the edit before broke; empty on the first try. */
    public List<Violation> violations() {
        return violations;
    }
}
