package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.json.JsonProblem;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import dev.scriptorium.memory.cli.session.SessionAppender;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads an exported {@code conversations.json}, one conversation at a time. The whole file is checked before anything is
 * added, so that it is imported wholly or not at all; it is read twice and never held.
 */
final class ChatGptImporter {
    private static final String HINT =
            "is this conversations.json out of the exported archive, whole and as it was exported?";
    private static final String MAPPING = "mapping";

    private final FileSessionStore store;
    private final ImportNotes notes;
    private final DoubleConsumer progress;
    private final Path file;

    ChatGptImporter(FileSessionStore store, ImportNotes notes, DoubleConsumer progress, Path file) {
        this.store = store;
        this.notes = notes;
        this.progress = progress;
        this.file = file;
    }

    ImportResult run() throws IOException, ImportProblem {
        Set<SessionId> sessions = check();
        if (sessions.isEmpty()) {
            notes.add(0, "holds no conversation");
            return new ImportResult(file.toString(), 0, 0, 0);
        }
        try (SessionAppender appender = store.append()) {
            ExportedTurns turns = new ExportedTurns(appender, notes);
            forEachConversation(.5, conversation -> add(conversation, turns));
            appender.finish();
            return new ImportResult(file.toString(), sessions.size(), turns.added(), turns.known());
        }
    }

    private Set<SessionId> check() throws IOException, ImportProblem {
        Set<SessionId> sessions = new HashSet<>();
        int[] seen = {0};
        forEachConversation(0, conversation -> {
            SessionId session = session(conversation, ++seen[0]);
            for (JsonObject field : nodes(session, conversation)) {
                field.keys().forEach(key -> turnId(session, key));
            }
            if (conversation.get(MAPPING) != null) {
                sessions.add(session);
            }
        });
        if (sessions.isEmpty() && seen[0] > 0) {
            throw ImportProblem.at(file.toString(), 0, "conversations with a mapping", "none", HINT);
        }
        return sessions;
    }

    private void add(JsonObject conversation, ExportedTurns turns) {
        SessionId session = session(conversation, 0);
        if (conversation.get(MAPPING) == null) {
            notes.add(0, "conversation " + session + " has no mapping and is left out");
            return;
        }
        List<JsonObject> nodes = nodes(session, conversation);
        ExportGraph graph = new ExportGraph();
        for (JsonObject field : nodes) {
            field.keys().forEach(id -> {
                JsonObject node = object(field, id);
                String parent = node == null ? null : (node.get("parent") instanceof String name ? name : null);
                graph.add(id, parent, message(node) != null);
            });
        }
        graph.close();
        turns.begin(session, graph, id -> isInStore(session, id));
        for (JsonObject field : nodes) {
            field.keys().forEach(id -> {
                JsonObject sent = message(object(field, id));
                if (sent != null && graph.holds(id)) {
                    ChatGptMessage message = new ChatGptMessage(sent);
                    TurnKind kind = message.kind();
                    String text = kind.speech() ? message.text() : "";
                    turns.add(0, turnId(session, id), kind, text, ExportedTime.read(sent.get("create_time")), null);
                }
            });
        }
        if (conversation.get("current_node") instanceof String current) {
            turns.head(current);
        }
    }

    private boolean isInStore(SessionId session, String id) {
        try {
            return store.has(session, new TurnId(id));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static SessionId session(JsonObject conversation, int number) {
        Object id = conversation.get("conversation_id") instanceof String known ? known : conversation.get("id");
        String place = "conversation " + number;
        if (!(id instanceof String text)) {
            throw new Malformed(place, "a conversation_id", id == null ? "nothing" : "something else");
        }
        try {
            return new SessionId(text);
        } catch (IllegalArgumentException e) {
            throw new Malformed(place, "a printable conversation_id without [ ] < >", text);
        }
    }

    private static List<JsonObject> nodes(SessionId session, JsonObject conversation) {
        Object mapping = conversation.get(MAPPING);
        if (mapping == null) {
            return List.of();
        }
        if (mapping instanceof List<?> fields
                && fields.stream()
                        .allMatch(field ->
                                field instanceof JsonObject node && node.keys().size() == 1)) {
            return fields.stream().map(JsonObject.class::cast).toList();
        }
        throw new Malformed("conversation " + session, "an object mapping", "something else");
    }

    private static TurnId turnId(SessionId session, String id) {
        try {
            return new TurnId(id);
        } catch (IllegalArgumentException e) {
            throw new Malformed("conversation " + session, "a printable node id without [ ] < >", id);
        }
    }

    private static @Nullable JsonObject message(@Nullable JsonObject node) {
        return node == null ? null : object(node, "message");
    }

    private static @Nullable JsonObject object(JsonObject in, String field) {
        return in.get(field) instanceof JsonObject object ? object : null;
    }

    /** One of the two times that the file is read; {@code before} is how much of the work is done by then. */
    private void forEachConversation(double before, Consumer<JsonObject> task) throws IOException, ImportProblem {
        double size = Files.size(file);
        try (InputStream in = new BufferedInputStream(new Counted(
                Files.newInputStream(file), read -> progress.accept(before + (size == 0 ? 0 : read / size / 2))))) {
            Json.exported(in, MAPPING, task);
        } catch (JsonProblem e) {
            String found = e.getMessage() + " (column " + e.column() + ")";
            throw ImportProblem.at(file.toString(), e.line(), "an array of conversations", found, HINT);
        } catch (Malformed e) {
            throw ImportProblem.at(file.toString(), 0, String.valueOf(e.getMessage()), e.found(), HINT);
        }
    }

    /** Says how many bytes were read. */
    private static final class Counted extends FilterInputStream {
        private final LongConsumer listener;
        private long read;

        Counted(InputStream in, LongConsumer listener) {
            super(in);
            this.listener = listener;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = super.read(into, offset, length);
            read += Math.max(0, count);
            listener.accept(read);
            return count;
        }
    }
}
