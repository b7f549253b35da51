package dev.scriptorium.memory.local.writer.model;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.model.ModelMessage;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.source.WriterLines;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import dev.scriptorium.memory.markdown.view.CoreRendering;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Makes the messages with which a task begins. */
final class TaskPrompt {
    private static final int VIOLATIONS = 20;
    private static final int LARGEST = 300;

    private final TokenCounter counter;
    private final Draft draft;
    private final WriterTask task;

    TaskPrompt(WriterTask task, Draft draft, TokenCounter counter) {
        this.task = task;
        this.draft = draft;
        this.counter = counter;
    }

    /** The messages for some turns of the task's batch. */
    List<ModelMessage> messages(List<BatchTurn> batch) {
        String system = Prompts.system();
        boolean write = task.kind() == WriterTask.Kind.WRITE;
        String name = write ? "write" : "organise";
        String again = again();
        int fixed = counter.count(system) + counter.count(Prompts.text(name)) + counter.count(again);
        MemoryView view =
                new MemoryView(draft, counter, Math.max(0, task.limits().tokens() - fixed));
        Map<String, String> values = new LinkedHashMap<>();
        if (write) {
            values.putAll(view.of(batch));
            values.put("batch", lines(batch));
        } else {
            List<TopicPath> first = new ArrayList<>(List.of(TopicPath.CORE));
            first.addAll(draft.stage().largest(LARGEST));
            values.put("topics", view.topics(first, LARGEST, Integer.MAX_VALUE));
            values.put("core", core());
        }
        values.put("again", again);
        return List.of(ModelMessage.system(system), ModelMessage.user(Prompts.filled(name, values)));
    }

    /** The batch as JSON lines, under the day on which they were said. */
    static String lines(List<BatchTurn> batch) {
        StringBuilder out = new StringBuilder();
        String day = "";
        for (BatchTurn turn : batch) {
            String said = turn.time().map(time -> time.toLocalDate().toString()).orElse("undated");
            if (!said.equals(day)) {
                out.append(out.length() == 0 ? "" : "\n")
                        .append("## Observed ")
                        .append(said)
                        .append("\n\n");
                day = said;
            }
            out.append(WriterLines.line(turn.ref(), turn.label(), turn.text())).append('\n');
        }
        return out.toString();
    }

    private String again() {
        if (!task.violations().isEmpty()) {
            String broken = task.violations().stream()
                    .limit(VIOLATIONS)
                    .map(TaskPrompt::line)
                    .collect(Collectors.joining("\n"));
            return Prompts.filled("repair", Map.of("violations", broken));
        }
        return task.conflict()
                .map(conflict -> Prompts.filled("rebase", Map.of("conflict", WriterLines.quoted(conflict))))
                .orElse("");
    }

    private static String line(Violation violation) {
        return "{\"path\":" + WriterLines.quoted(violation.path())
                + ",\"line\":" + violation.line()
                + ",\"rule\":" + WriterLines.quoted(violation.rule())
                + ",\"expected\":" + WriterLines.quoted(violation.expected())
                + ",\"found\":" + WriterLines.quoted(violation.found())
                + ",\"hint\":" + WriterLines.quoted(violation.hint()) + "}";
    }

    /** What of the core topic sessions begin with, and what of it has no room there. */
    private String core() {
        Optional<CoreRendering> core = draft.stage().core();
        if (core.isEmpty()) {
            return "There is no resident block.";
        }
        String omitted = core.get().omitted().stream().map(id -> "^" + id).collect(Collectors.joining(", "));
        return "The resident block has " + core.get().tokens() + " of "
                + core.get().budget() + " tokens."
                + (omitted.isEmpty() ? " Nothing is left out." : " Left out for lack of room: " + omitted + ".");
    }
}
