package dev.scriptorium.memory.cli.importer;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TextSpan;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Imports into one store, and what a session holds afterwards. */
final class ImportedSession {
    private final Path scratch;
    private final SessionId session;
    private final List<String> notes = new ArrayList<>();

    ImportedSession(Path scratch, String session) {
        this.scratch = scratch;
        this.session = new SessionId(session);
    }

    static Path resource(String name) {
        return Path.of("src/test/resources/importer", name);
    }

    FileSessionStore store() {
        return FileSessionStore.in(scratch.resolve("sessions"));
    }

    ImportResult run(ImportFormat format, Path file) throws ImportProblem {
        notes.clear();
        return new ConversationImport(store(), notes::add, share -> {}).run(format, file);
    }

    ImportResult run(ImportFormat format, String text) throws ImportProblem {
        try {
            return run(format, Files.writeString(scratch.resolve("in.json"), text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> notes() {
        return notes;
    }

    SessionId id() {
        return session;
    }

    Turn turn(String id) {
        return store().turn(session, new TurnId(id)).orElseThrow();
    }

    /** The ids of a branch, the tip first. */
    List<String> walk(String from) {
        List<String> ids = new ArrayList<>();
        store().walk(session, new TurnId(from), turn -> ids.add(turn.id().value()));
        return ids;
    }

    /** What was said on a branch, oldest first, without recall: {@code USER: words}. */
    List<String> speech(String tip) {
        List<String> said = new ArrayList<>();
        store().walk(session, new TurnId(tip), turn -> {
            if (turn.kind().speech()) {
                said.add(0, turn.kind() + ": " + withoutRecall(turn));
            }
            return true;
        });
        return said;
    }

    private static String withoutRecall(Turn turn) {
        StringBuilder out = new StringBuilder(turn.text());
        for (int i = turn.injectedRecall().size() - 1; i >= 0; i--) {
            TextSpan span = turn.injectedRecall().get(i);
            out.delete(span.start(), span.end());
        }
        return out.toString();
    }

    String head() {
        return store().head(session).orElseThrow().value();
    }

    List<String> tips() {
        return store().tips(session).stream().map(TurnId::value).toList();
    }
}
