package dev.scriptorium.memory.local.writer.model;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.model.ToolCall;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.local.writer.StagedBlock;
import dev.scriptorium.memory.markdown.source.WriterLines;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Carries out the tool calls of one task on its draft. Nothing is taken from the model that is not checked. */
final class StageTools {
    private static final int PAGE = 20_000;
    private static final int LISTED = 200;
    private static final int FOUND = 10;

    private final Draft draft;
    private final List<BatchTurn> batch;
    private final TokenCounter counter;
    private final int budget;
    private int shown;

    /**
     * The tools of a task.
     *
     * @param budget tokens of all that reading may show
     */
    StageTools(Draft draft, List<BatchTurn> batch, TokenCounter counter, int budget) {
        this.draft = draft;
        this.batch = batch;
        this.counter = counter;
        this.budget = budget;
    }

    /** Carries out a call that does not end the task. */
    String call(ToolCall call) throws ToolRefusal {
        ToolArguments arguments = ToolArguments.of(call.argumentsJson());
        try {
            return switch (call.name()) {
                case ToolBelt.LIST -> paid(list(arguments.optionalText("prefix").orElse("")));
                case ToolBelt.READ -> read(arguments.topic("path"), arguments.number("from_line", 1, 1, 1_000_000));
                case ToolBelt.SEARCH -> search(arguments.text("query"), arguments.number("limit", FOUND, 1, FOUND));
                case ToolBelt.TURN ->
                    paid(turn(arguments.text("ref"), arguments.number("from", 0, 0, Integer.MAX_VALUE)));
                case ToolBelt.WRITE -> write(arguments.topic("path"), arguments.text("text"));
                case ToolBelt.EDIT ->
                    edit(arguments.topic("path"), arguments.text("old_text"), arguments.text("new_text"));
                case ToolBelt.MOVE -> move(arguments.topic("path"), arguments.topic("to"));
                case ToolBelt.DELETE -> delete(arguments.topic("path"));
                default -> throw new ToolRefusal(ToolArguments.MALFORMED, "there is no such tool");
            };
        } catch (MemoryException e) {
            throw ToolArguments.refusal(e);
        }
    }

    /** What reading shows, while the budget lasts. */
    private String paid(String answer) throws ToolRefusal {
        int cost = counter.count(answer);
        if (shown + cost > budget) {
            throw new ToolRefusal(
                    "READING_BUDGET",
                    "this would show more than may be read for this task; edit with what you know, and finish");
        }
        shown += cost;
        return answer;
    }

    private String list(String prefix) {
        List<TopicPath> topics = draft.topics().stream()
                .filter(path -> path.value().startsWith(prefix))
                .toList();
        String listed = topics.stream()
                .limit(LISTED)
                .map(path -> WriterLines.quoted(path.value()))
                .collect(Collectors.joining(","));
        return "{\"topics\":[" + listed + "],\"more\":" + Math.max(0, topics.size() - LISTED) + "}";
    }

    private String read(TopicPath path, int fromLine) throws ToolRefusal {
        String[] lines = existing(path).split("\n", -1);
        int from = Math.min(fromLine, lines.length);
        StringBuilder text = new StringBuilder();
        int line = from - 1;
        while (line < lines.length && (line == from - 1 || text.length() + lines[line].length() < PAGE)) {
            text.append(line == from - 1 ? "" : "\n").append(lines[line++]);
        }
        String answer = paid("{\"path\":" + WriterLines.quoted(path.value()) + ",\"lines\":\"" + from + "-" + line
                + " of " + lines.length + "\",\"text\":" + WriterLines.quoted(text.toString()) + "}");
        // Only what it was shown may it cite or lose.
        if (from == 1 && line == lines.length) {
            draft.show(path);
        } else {
            draft.show(path, String.join("\n", lines), from - 1, line);
        }
        return answer;
    }

    private String existing(TopicPath path) throws ToolRefusal {
        return draft.text(path)
                .orElseThrow(
                        () -> new ToolRefusal("MEMORY_NOT_FOUND", "there is no such topic; list_topics names all"));
    }

    private String search(String query, int limit) throws ToolRefusal {
        if (query.isBlank()) {
            throw new ToolRefusal("INVALID_ARGUMENT", "a search needs words to look for");
        }
        List<StagedBlock> found = draft.stage().find(List.of(query), limit).get(0);
        String answer =
                paid(draft.standing(found).stream().map(StageTools::line).collect(Collectors.joining(",\n", "[", "]")));
        found.forEach(draft::show);
        return answer;
    }

    /** A block on one line: nothing in it can look like another line. */
    static String line(StagedBlock block) {
        return "{\"topic\":" + WriterLines.quoted(block.topic().value())
                + ",\"id\":" + WriterLines.quoted("^" + block.id())
                + ",\"headings\":" + WriterLines.quoted(String.join(" / ", block.headings()))
                + ",\"markdown\":" + WriterLines.quoted(block.markdown().strip()) + "}";
    }

    private String turn(String ref, int from) throws ToolRefusal {
        Optional<BatchTurn> found =
                batch.stream().filter(turn -> turn.ref().value().equals(ref)).findFirst();
        BatchTurn turn = found.orElseThrow(
                () -> new ToolRefusal("MISSING_SOURCE", "no turn of the batch has this ref; use one of its lines"));
        String text = turn.text();
        int begin = Math.min(from, text.length());
        int end = Math.min(text.length(), begin + PAGE);
        return "{\"ref\":" + WriterLines.quoted(ref)
                + ",\"speaker\":" + WriterLines.quoted(turn.label())
                + ",\"time\":"
                + WriterLines.quoted(turn.time().map(Object::toString).orElse("undated"))
                + ",\"characters\":\"" + begin + "-" + end + " of " + text.length() + "\""
                + ",\"content\":" + WriterLines.quoted(text.substring(begin, end)) + "}";
    }

    private String write(TopicPath path, String text) throws ToolRefusal {
        if (text.isBlank()) {
            throw new ToolRefusal(
                    "INVALID_ARGUMENT", "a topic without text is no topic; use delete_topic to remove one");
        }
        draft.write(path, text);
        return "written";
    }

    private String edit(TopicPath path, String before, String after) throws ToolRefusal {
        if (before.isEmpty()) {
            throw new ToolRefusal("INVALID_ARGUMENT", "old_text is empty; give the passage that is to be replaced");
        }
        String text = existing(path);
        int at = text.indexOf(before);
        if (at < 0) {
            throw new ToolRefusal(
                    "PATCH_CONFLICT", "old_text does not stand there; read the topic and copy it exactly");
        }
        if (text.indexOf(before, at + 1) >= 0) {
            throw new ToolRefusal(
                    "PATCH_CONFLICT", "old_text stands there more than once; give more of what surrounds it");
        }
        draft.write(path, text.substring(0, at) + after + text.substring(at + before.length()));
        return "edited";
    }

    private String move(TopicPath from, TopicPath to) throws ToolRefusal {
        String text = existing(from);
        if (from.equals(to) || draft.text(to).isPresent()) {
            throw new ToolRefusal("INVALID_ARGUMENT", "there is a topic of that path already");
        }
        draft.write(to, text);
        draft.delete(from);
        return "moved";
    }

    private String delete(TopicPath path) throws ToolRefusal {
        existing(path);
        draft.delete(path);
        return "deleted";
    }
}
