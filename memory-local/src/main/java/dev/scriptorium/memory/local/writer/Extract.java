package dev.scriptorium.memory.local.writer;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What of turns is worth keeping when they go, word for word: the statements that the model-free writer would record.
 *
 * @since 0.1
 */
public final class Extract {
    private Extract() {}

    /**
     * The statements, a line for each run of them, with their speaker before them and in the order in which they were
     * said; empty when no turn states anything. Deterministic, and needs no model.
     */
    public static String of(List<BatchTurn> turns) {
        if (turns.isEmpty()) {
            return "";
        }
        return Selection.of(turns, ExtractiveTopicWriter.DEFAULT_SHARE, Recorded.NOTHING).stream()
                .map(run -> line(turns, run))
                .collect(Collectors.joining("\n"));
    }

    private static String line(List<BatchTurn> turns, Run run) {
        String said = run.sentences().stream().map(Sentence::text).collect(Collectors.joining(" "));
        BatchTurn turn = turns.get(run.turn());
        String day = turn.time().map(time -> " (" + time.toLocalDate() + ")").orElse("");
        String asked = run.question().map(question -> question.text() + " ").orElse("");
        return "- " + turn.label() + day + ": " + asked + said;
    }
}
