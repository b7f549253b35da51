package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The writer that needs no model: it selects what was said, word for word, and files it by speaker, month and theme.
 *
 * <p>It never paraphrases, infers or merges meaning. The same batch on the same stage gives the same bytes: it has no
 * clock, no randomness and no state, and may be used by many threads.
 *
 * <p>English and Chinese are known to it; of other languages it knows names, numbers and punctuation.
 *
 * @since 0.1
 */
public final class ExtractiveTopicWriter implements TopicWriter {
    /** The share of a batch's characters that is kept unless the constructor says otherwise. */
    public static final double DEFAULT_SHARE = 0.39;

    private final double share;

    /** A writer that keeps {@link #DEFAULT_SHARE} of a batch. */
    public ExtractiveTopicWriter() {
        this(DEFAULT_SHARE);
    }

    /**
     * A writer with its own budget.
     *
     * @param share the largest share of a batch's characters that is kept, over 0 and up to 1; of a very small batch
     *     more may be kept
     */
    public ExtractiveTopicWriter(double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("a share is over 0 and at most 1: " + share);
        }
        this.share = share;
    }

    @Override
    public String name() {
        return "extractive";
    }

    @Override
    public WriterOutcome write(WriterTask task, Stage stage) {
        return switch (task.kind()) {
            case WRITE -> record(task, stage);
            case ORGANISE -> new TopicOrganiser(stage).organise();
        };
    }

    private WriterOutcome record(WriterTask task, Stage stage) {
        List<BatchTurn> batch = task.batch();
        // An edit that was refused is not offered again: the topics it broke are left alone, marks are avoided.
        boolean repair = !task.violations().isEmpty();
        Set<String> closed = new HashSet<>();
        for (Violation violation : task.violations()) {
            closed.add(violation.path());
        }
        TopicShelf shelf = new TopicShelf(stage, closed);
        List<Run> runs = Selection.of(batch, share, Recorded.of(batch, shelf));
        if (runs.isEmpty()) {
            return WriterOutcome.nothingToRecord(
                    "no statement in the " + batch.size() + " turns carries a fact that is not recorded already");
        }
        new BatchRecorder(batch, shelf, repair, !closed.contains(TopicPath.CORE.value())).record(runs);
        if (shelf.put()) {
            return WriterOutcome.edited();
        }
        return WriterOutcome.nothingToRecord(
                repair
                        ? "nothing is left that could be recorded without breaking " + rules(task.violations())
                        : "every statement worth keeping is recorded with its source already");
    }

    private static String rules(List<Violation> violations) {
        return violations.stream().map(Violation::rule).distinct().sorted().collect(Collectors.joining(", "));
    }
}
