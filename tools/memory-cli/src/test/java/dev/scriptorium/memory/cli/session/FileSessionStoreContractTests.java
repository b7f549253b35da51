package dev.scriptorium.memory.cli.session;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.testkit.contract.SessionStoreContract;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

class FileSessionStoreContractTests extends SessionStoreContract {
    @TempDir
    private Path scratch;

    @Override
    protected SessionStore store(SessionId session, List<Turn> turns) {
        FileSessionStore store = FileSessionStore.in(scratch.resolve("sessions"));
        try (SessionAppender appender = store.append()) {
            turns.forEach(turn -> appender.add(session, turn));
            appender.head(session, turns.get(turns.size() - 1).id());
            appender.finish();
        }
        return store;
    }

    @Override
    protected void append(SessionStore store, SessionId session, Turn turn) {
        // Another process would look just so: a store of its own over the same files.
        try (SessionAppender appender =
                FileSessionStore.in(scratch.resolve("sessions")).append()) {
            appender.add(session, turn);
            appender.head(session, turn.id());
            appender.finish();
        }
    }

    @Override
    protected void archive(SessionStore store, SessionId session, TurnId tip) {
        try (SessionAppender appender = ((FileSessionStore) store).append()) {
            appender.archive(session, tip);
            appender.finish();
        }
    }

    @Override
    protected SessionStore restarted(SessionStore store) {
        return FileSessionStore.in(scratch.resolve("sessions"));
    }
}
