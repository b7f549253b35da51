package dev.scriptorium.memory.testkit.contract;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.state.SidecarMarks;
import dev.scriptorium.memory.testkit.session.ForwardingSessionStore;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.MutableClock;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** A host without marks: each workspace keeps them beside itself. */
class SidecarMarksContractTests extends SessionStoreContract {
    @TempDir
    private Path home;

    private static final class Host extends ForwardingSessionStore implements WrittenMarks {
        private final InMemorySessionStore turns;
        private final Path directory;
        private final Map<WorkspaceId, SidecarMarks> marks = new HashMap<>();

        Host(InMemorySessionStore turns, Path directory) {
            super(turns);
            this.turns = turns;
            this.directory = directory;
        }

        private SidecarMarks of(WorkspaceId workspace) {
            return marks.computeIfAbsent(
                    workspace,
                    id -> new SidecarMarks(directory.resolve(id.value()), Disk.observedBy(DiskObserver.NONE)));
        }

        @Override
        public Optional<WrittenMarks> marks() {
            return Optional.of(this);
        }

        @Override
        public Set<TurnId> marked(SessionId session, Collection<TurnId> some, WorkspaceId workspace) {
            return of(workspace).marked(session, some, workspace);
        }

        @Override
        public void mark(SessionId session, Collection<TurnId> some, WorkspaceId workspace) {
            of(workspace).mark(session, some, workspace);
        }
    }

    @Override
    protected SessionStore store(SessionId session, List<Turn> turns) {
        MutableClock clock = MutableClock.at(TemporaryWorkspace.START);
        Host host = new Host(InMemorySessionStore.withoutMarks(clock), home.resolve("marks"));
        turns.forEach(turn -> append(host, session, turn));
        return host;
    }

    @Override
    protected void append(SessionStore store, SessionId session, Turn turn) {
        ((Host) store).turns.session(session.value()).put(turn).head(turn.id().value());
    }

    @Override
    protected void archive(SessionStore store, SessionId session, TurnId tip) {
        ((Host) store).turns.session(session.value()).archive(tip.value());
    }

    @Override
    protected SessionStore restarted(SessionStore store) {
        Host before = (Host) store;
        return new Host(before.turns, before.directory);
    }

    @Override
    protected void damageMarks(SessionStore store) {
        try (var files = Files.walk(home.resolve("marks"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.write(file, new byte[] {0, (byte) 0xFF, '\n', '/', '.', '.', '\n', 'm'});
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
