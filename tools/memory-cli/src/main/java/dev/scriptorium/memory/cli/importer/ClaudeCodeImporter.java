package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonProblem;
import dev.scriptorium.memory.cli.json.LineReader;
import dev.scriptorium.memory.cli.session.FieldProblem;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import dev.scriptorium.memory.cli.session.SessionAppender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a session file of Claude Code. The whole file is checked before anything is added, so that it is imported wholly
 * or not at all; it is read twice and never held. A last line that was being written is passed over.
 */
final class ClaudeCodeImporter {
    private static final String HINT = "mend or remove the line and import the file again";

    private final FileSessionStore store;
    private final ImportNotes notes;
    private final LineFile lines;
    private final Path file;
    private final Map<SessionId, Conversation> conversations = new LinkedHashMap<>();
    private boolean known;
    private int sideChain;

    ClaudeCodeImporter(FileSessionStore store, ImportNotes notes, DoubleConsumer progress, Path file) {
        this.store = store;
        this.notes = notes;
        this.lines = new LineFile(file, progress);
        this.file = file;
    }

    /** What is known of a session when the file has been checked. */
    private static final class Conversation {
        private final ExportGraph graph = new ExportGraph();
        // Where compactions begin, and what each of them stands for.
        private final Map<String, String> compacted = new HashMap<>();
        private @Nullable String head;
        private int turns;
    }

    ImportResult run() throws IOException, ImportProblem {
        forEachLine(0, this::check);
        conversations.values().removeIf(conversation -> conversation.turns == 0);
        if (conversations.isEmpty()) {
            if (!known) {
                String expected = "lines with type, sessionId and uuid";
                throw ImportProblem.at(file.toString(), 0, expected, "none", "is this a session file of Claude Code?");
            }
            notes.add(0, sideChain > 0 ? "holds a sub-agent's work only, which is no speech" : "holds no turn");
            return new ImportResult(file.toString(), 0, 0, 0);
        }
        conversations.values().forEach(conversation -> conversation.graph.close());
        try (SessionAppender appender = store.append()) {
            ExportedTurns turns = new ExportedTurns(appender, notes);
            Map<SessionId, String> latestSpeech = new HashMap<>();
            forEachLine(.5, (line, session, number) -> add(line, session, number, turns, latestSpeech));
            conversations.forEach((session, conversation) -> {
                if (conversation.head != null) {
                    begin(session, conversation, turns);
                    turns.head(conversation.head);
                }
            });
            appender.finish();
            return new ImportResult(file.toString(), conversations.size(), turns.added(), turns.known());
        }
    }

    private void check(ClaudeCodeLine line, SessionId session, int number) throws FieldProblem {
        Conversation conversation = conversations.computeIfAbsent(session, id -> new Conversation());
        TurnId id = line.turn();
        if (id == null) {
            return;
        }
        boolean aside = line.isOnSideChain();
        boolean repeated = conversation.graph.holds(id.value());
        conversation.graph.add(id.value(), line.parent(), !aside);
        String compacted = line.compacted();
        if (compacted != null) {
            conversation.compacted.putIfAbsent(id.value(), compacted);
        }
        if (aside) {
            sideChain++;
        } else if (!repeated) {
            conversation.turns++;
            if (line.kind(line.words()).speech()) {
                conversation.head = id.value();
            }
        }
    }

    private void add(
            ClaudeCodeLine line,
            SessionId session,
            int number,
            ExportedTurns turns,
            Map<SessionId, String> latestSpeech)
            throws FieldProblem {
        TurnId id = line.turn();
        Conversation conversation = conversations.get(session);
        if (id == null || conversation == null || line.isOnSideChain() || !conversation.graph.holds(id.value())) {
            return;
        }
        begin(session, conversation, turns);
        String words = line.words();
        TurnKind kind = line.kind(words);
        String covers = null;
        if (kind == TurnKind.SUMMARY) {
            String boundary = line.parent();
            covers = boundary == null ? null : conversation.compacted.get(boundary);
            covers = covers == null ? latestSpeech.get(session) : covers;
        } else if (kind.speech()) {
            latestSpeech.put(session, id.value());
        }
        String text = kind.speech() || kind == TurnKind.SUMMARY ? words : "";
        turns.add(number, id, kind, text, line.time(), covers);
    }

    private void begin(SessionId session, Conversation conversation, ExportedTurns turns) {
        turns.begin(session, conversation.graph, id -> isInStore(session, id));
    }

    private boolean isInStore(SessionId session, String id) {
        try {
            return store.has(session, new TurnId(id));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** What is done with a line of a session. */
    private interface LineTask {
        void accept(ClaudeCodeLine line, SessionId session, int number) throws FieldProblem;
    }

    /** One of the two times; a line that names no session belongs to that of the line before. */
    private void forEachLine(double before, LineTask task) throws IOException, ImportProblem {
        SessionId[] latest = new SessionId[1];
        lines.forEach(before, (at, start, length) -> {
            ClaudeCodeLine line = read(at, start, length, before > 0);
            if (line == null) {
                return;
            }
            try {
                known |= line.isKnown();
                SessionId named = line.session();
                latest[0] = named == null ? latest[0] : named;
                if (latest[0] != null) {
                    task.accept(line, latest[0], at.number());
                }
            } catch (FieldProblem e) {
                String expected = "field \"" + e.field() + "\" with " + e.expected();
                throw ImportProblem.at(file.toString(), at.number(), expected, e.found(), HINT);
            }
        });
    }

    private @Nullable ClaudeCodeLine read(LineReader at, int start, int length, boolean tell) throws ImportProblem {
        try {
            return new ClaudeCodeLine(Json.exported(at.bytes(), start, length));
        } catch (JsonProblem e) {
            if (!at.terminated() && at.number() > 1) {
                if (tell) {
                    notes.add(at.number(), "the last line is not whole and is left out; import the file again later");
                }
                return null;
            }
            throw ImportProblem.at(
                    file.toString(),
                    at.number(),
                    "a JSON object",
                    e.getMessage() + " (column " + e.column() + ")",
                    HINT);
        }
    }
}
