package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.ReplayAfterRestore;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.CheckReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.WorkspaceStatus;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A workspace that is moved, copied or put back from a backup, with its marks at the host or beside itself. */
@ExtendWith(WorkspaceExtension.class)
class CarriedWorkspaceTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private InMemorySession session;
    private Path elsewhere;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        elsewhere = workspace.beside().resolve("elsewhere");
    }

    private void written(boolean hostKeepsMarks) {
        if (!hostKeepsMarks) {
            memory.use(InMemorySessionStore.withoutMarks(memory.clock()));
        }
        session = memory.store().session("s").say("u1", "My sister Grace works at the Gulbenkian museum.");
        assertThatWrite(memory.write("s")).succeeded();
        session.say("u2", "I moved to Lisbon in May.");
        memory.backend().close();
    }

    private LocalMemoryBackend openElsewhere() {
        return LocalMemoryBackend.open(LocalMemoryConfig.builder(elsewhere, memory.store())
                .writer(writer)
                .clock(memory.clock())
                .zone(memory.config().build().zone())
                .listener(memory.events())
                .build());
    }

    private static void write(LocalMemoryBackend backend) {
        assertThatWrite(backend.write(WriteRequest.force(new SessionId("s")))).succeeded();
    }

    private static void assertSound(LocalMemoryBackend backend, int turns, int blocks) {
        CheckReport report = backend.workspace().maintain().check();
        assertThat(report.problems()).isEmpty();
        WorkspaceStatus status = backend.workspace().read().status();
        assertThat(status.turnsArchived()).isEqualTo(turns);
        assertThat(status.blocks()).isEqualTo(blocks);
        assertThat(status.pendingTurns()).isZero();
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static void remove(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneThatIsMovedGoesOnWhereItWas(boolean hostKeepsMarks) throws IOException {
        written(hostKeepsMarks);
        Files.move(memory.directory(), elsewhere);
        try (LocalMemoryBackend moved = openElsewhere()) {
            assertThat(Recalls.of(moved, "Where does Grace work?"))
                    .hasValueSatisfying(text -> assertThat(text).contains("Gulbenkian"));
            write(moved);
            assertSound(moved, 2, 2);
        }
        assertThat(writer.turnsShown()).containsExactly(List.of("u1"), List.of("u2"));
        assertThat(memory.events().of(ReplayAfterRestore.class)).isEmpty();
        Files.move(elsewhere, memory.directory());
    }

    /** The marks of the one do not say that the other was written. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCopyAndItsOriginalEachWriteWhatTheyLack(boolean hostKeepsMarks) throws IOException {
        written(hostKeepsMarks);
        copy(memory.directory(), elsewhere);
        try (LocalMemoryBackend original = memory.open();
                LocalMemoryBackend copied = openElsewhere()) {
            write(original);
            write(copied);
            session.say("u3", "The cat is called Ada.");
            write(copied);
            write(original);
            assertSound(original, 3, 3);
            assertSound(copied, 3, 3);
        }
        assertThat(writer.turnsShown())
                .containsExactly(List.of("u1"), List.of("u2"), List.of("u2"), List.of("u3"), List.of("u3"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void oneThatIsPutBackFromABackupWritesAgainWhatTheBackupLacks(boolean hostKeepsMarks) throws IOException {
        written(hostKeepsMarks);
        copy(memory.directory(), elsewhere);
        assertThatWrite(memory.reopen().write(WriteRequest.force(new SessionId("s"))))
                .succeeded();
        memory.backend().close();
        remove(memory.directory());
        copy(elsewhere, memory.directory());
        try (LocalMemoryBackend restored = memory.open()) {
            assertThat(restored.workspace().read().status().pendingTurns()).isEqualTo(1);
            write(restored);
            assertSound(restored, 2, 2);
        }
        assertThat(writer.turnsShown()).containsExactly(List.of("u1"), List.of("u2"), List.of("u2"));
        // Where the marks came back with the backup, nothing says that anything was ever written after it.
        assertThat(memory.events().of(ReplayAfterRestore.class)).hasSize(hostKeepsMarks ? 1 : 0);
    }
}
