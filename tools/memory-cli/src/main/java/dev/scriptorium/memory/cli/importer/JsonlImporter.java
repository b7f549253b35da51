package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.json.JsonProblem;
import dev.scriptorium.memory.cli.session.FieldProblem;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import dev.scriptorium.memory.cli.session.SessionAppender;
import dev.scriptorium.memory.cli.session.TurnRecords;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one turn a line. The whole file is checked before anything is added, so that a file is imported wholly or not
 * at all; it is read twice and never held.
 */
final class JsonlImporter {
    private static final String PARENT = "parent";
    private static final int MOST_PROBLEMS = 10;

    private final FileSessionStore store;
    private final ImportNotes notes;
    private final DoubleConsumer progress;
    private final Path file;

    JsonlImporter(FileSessionStore store, ImportNotes notes, DoubleConsumer progress, Path file) {
        this.store = store;
        this.notes = notes;
        this.progress = progress;
        this.file = file;
    }

    ImportResult run() throws IOException, ImportProblem {
        int sessions = check();
        if (sessions == 0) {
            notes.add(0, "holds no turn");
            return new ImportResult(file.toString(), 0, 0, 0);
        }
        Map<SessionId, TurnId> latest = new HashMap<>();
        Map<SessionAppender.Outcome, Integer> counts = new EnumMap<>(SessionAppender.Outcome.class);
        try (SessionAppender appender = store.append()) {
            forEachLine(.5, (line, number) -> {
                SessionId session = TurnRecords.session(line);
                Turn turn = TurnRecords.read(line, parent(session, line, latest, appender));
                SessionAppender.Outcome outcome = appender.add(session, turn);
                counts.merge(outcome, 1, Integer::sum);
                if (outcome == SessionAppender.Outcome.DIFFERENT) {
                    notes.add(
                            number, "turn " + turn.id() + " is there already and says something else; that one stays");
                }
                latest.put(session, turn.id());
            });
            appender.finish();
        }
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        int added = counts.getOrDefault(SessionAppender.Outcome.ADDED, 0);
        return new ImportResult(file.toString(), sessions, added, all - added);
    }

    /** The parent given, null included; else the line before of the same session, be it from an earlier import. */
    private static @Nullable TurnId parent(
            SessionId session, JsonObject line, Map<SessionId, TurnId> latest, SessionAppender appender)
            throws FieldProblem {
        if (line.has(PARENT)) {
            return TurnRecords.reference(line, PARENT);
        }
        TurnId before = latest.get(session);
        return before != null ? before : appender.last(session).orElse(null);
    }

    /** Looks at every line and at how they hang together; returns how many sessions there are. */
    private int check() throws IOException, ImportProblem {
        Map<SessionId, SessionGraph> graphs = new HashMap<>();
        forEachLine(0, (line, number) -> {
            for (String key : line.keys()) {
                if (!TurnRecords.FIELDS.contains(key)) {
                    notes.unknownKey(number, key);
                }
            }
            SessionGraph graph = graphs.computeIfAbsent(TurnRecords.session(line), id -> new SessionGraph());
            TurnId named = TurnRecords.reference(line, PARENT);
            Turn turn = TurnRecords.read(line, named);
            String parent = line.has(PARENT) ? (named == null ? null : named.value()) : graph.latest();
            graph.add(turn.id(), number, parent, turn.covers().orElse(null));
        });
        List<Violation> problems = new ArrayList<>();
        graphs.forEach((session, graph) -> graph.check(
                id -> store.has(session, new TurnId(id)),
                (line, found) -> problems.add(ImportProblem.place(
                        file.toString(),
                        line,
                        "parents that lead to the first turn of session " + session,
                        found,
                        "name a turn of the same session, or null for a first turn"))));
        if (!problems.isEmpty()) {
            problems.sort(Comparator.comparingInt(Violation::line));
            throw new ImportProblem(problems.subList(0, Math.min(MOST_PROBLEMS, problems.size())));
        }
        return graphs.size();
    }

    /** What is done with a line that is not blank. */
    private interface LineTask {
        void accept(JsonObject line, int number) throws FieldProblem;
    }

    private void forEachLine(double before, LineTask task) throws IOException, ImportProblem {
        new LineFile(file, progress).forEach(before, (line, start, length) -> {
            accept(task, line.bytes(), start, length, line.number());
        });
    }

    private void accept(LineTask task, byte[] bytes, int start, int length, int number) throws ImportProblem {
        try {
            task.accept(Json.object(bytes, start, length), number);
        } catch (JsonProblem e) {
            throw ImportProblem.at(
                    file.toString(),
                    number,
                    "a JSON object",
                    e.getMessage() + " (column " + e.column() + ")",
                    "one turn a line, such as {\"session\":\"s\",\"id\":\"1\",\"kind\":\"USER\",\"text\":\"…\"}");
        } catch (FieldProblem e) {
            throw ImportProblem.at(
                    file.toString(),
                    number,
                    "field \"" + e.field() + "\" with " + e.expected(),
                    e.found(),
                    "mend the line and import the file again");
        }
    }
}
