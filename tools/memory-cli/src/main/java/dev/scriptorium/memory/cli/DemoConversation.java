package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.session.SessionActivity;
import dev.scriptorium.memory.api.session.SessionQuery;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.cli.importer.ConversationImport;
import dev.scriptorium.memory.cli.importer.ImportFormat;
import dev.scriptorium.memory.cli.importer.ImportProblem;
import dev.scriptorium.memory.cli.importer.ImportResult;
import dev.scriptorium.memory.cli.session.FileSessionStore;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The conversation that comes along, imported and not written yet.
 *
 * @param directory where its workspace goes
 * @param sessions the store that holds it
 * @param imported what the import came to
 */
record DemoConversation(Path directory, FileSessionStore sessions, ImportResult imported) {
    private static final String FILE = "demo-conversation.jsonl";

    /** Imports it into a directory of its own. */
    static DemoConversation in(Path scratch, Output output) throws IOException, ImportProblem {
        Path file = scratch.resolve(FILE);
        try (InputStream in = DemoConversation.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IOException(FILE + " did not come along");
            }
            Files.copy(in, file);
        }
        FileSessionStore sessions = FileSessionStore.in(scratch.resolve("memory-sessions"));
        ImportResult imported =
                new ConversationImport(sessions, output::note, share -> {}).run(ImportFormat.JSONL, file);
        return new DemoConversation(scratch.toRealPath().resolve("memory"), sessions, imported);
    }

    /** Writes all of it, session by session. */
    List<WrittenSession> write(LocalMemoryBackend backend, PassTally tally) {
        List<WrittenSession> written = new ArrayList<>();
        for (SessionActivity activity : sessions.sessions(SessionQuery.first(100))) {
            tally.begin(activity.session(), turns -> {});
            WriteRequest request = WriteRequest.force(activity.session());
            written.add(tally.end(backend.write(request), backend.workspace().history()));
        }
        return written;
    }
}
