package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.WorkspaceRead;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings are replaced for the next call, without closing (D36). */
@ExtendWith(WorkspaceExtension.class)
class ReconfigureTests {
    private static final String QUESTION = "Where does Grace work?";

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private LocalMemoryBackend backend;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        backend = memory.open();
        memory.store().session("s").say("u1", "My sister Grace works at the Gulbenkian museum.");
    }

    private void reconfigure(UnaryOperator<LocalMemoryConfig.Builder> settings) {
        backend.reconfigure(settings.apply(memory.config()).build());
    }

    private void write() {
        assertThatWrite(memory.write("s")).succeeded();
    }

    @Test
    void theNextCallHasTheNewSettingsAndEverythingThatWasThere() {
        write();
        assertThat(Recalls.of(backend, QUESTION)).isPresent();
        reconfigure(same -> same.recall(LocalMemoryConfig.Recall.OFF));
        assertThat(backend.search(MemoryQuery.of(QUESTION))).isEmpty();
        reconfigure(same -> same.automaticWriting(false));
        assertThat(Recalls.of(backend, QUESTION)).isPresent();
        memory.store().session("s").say("u2", "I moved to Lisbon.");
        assertThat(memory.write("s")).isEmpty();
        MemoryAssertions.assertThat(memory).hasPending(1);
        reconfigure(same -> same);
        write();
        MemoryAssertions.assertThat(memory).hasPending(0);
    }

    @Test
    void whatTheWorkspaceGaveOutFollows() {
        WorkspaceRead kept = backend.workspace().read();
        reconfigure(same -> same.coreTokens(500));
        write();
        assertThat(kept.status().coreBudget()).isEqualTo(500);
        assertThat(kept.search(MemoryQuery.of("Gulbenkian"), false).hits()).isNotEmpty();
        assertThatThrownBy(() -> kept.block(new BlockId("mem_ffffffffffffffff")))
                .as("what goes wrong is thrown as it is")
                .isInstanceOfSatisfying(
                        MemoryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_NOT_FOUND));
    }

    @Test
    void aRefusedBatchIsTriedAgain() {
        memory.store().session("s").say("u2", "I moved to Lisbon last May.");
        reconfigure(same -> same.batchTokens(15));
        writer.then(WriterSteps.refused("topics/a.md"), WriterSteps.refused("topics/a.md"));
        assertThatWrite(memory.writeDue("s")).failedWith(FailureCode.COMMIT_REJECTED);
        assertThatWrite(memory.writeDue("s")).succeeded();
        assertThat(memory.written("s")).isEmpty();
        reconfigure(same -> same.batchTokens(15));
        assertThat(memory.workspace().read().status().refusedBatches()).isEmpty();
        assertThatWrite(memory.writeDue("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "u2");
    }

    @Test
    void aCallThatIsUnderWayEndsWithTheSettingsItBeganWith() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        writer.then(WriterSteps.waiting(begun, leave, WriterSteps.record("topics/old.md")));
        ScriptedTopicWriter other = ScriptedTopicWriter.of();
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<Optional<WriteFailure>> pass = threads.submit(() -> memory.write("s"));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            reconfigure(same -> same.writer(other));
            assertThat(backend.workspace().read().status().pendingTurns()).isEqualTo(1);
            assertThat(pass.isDone()).isFalse();
            leave.countDown();
            assertThatWrite(pass.get(60, TimeUnit.SECONDS)).succeeded();
        } finally {
            threads.shutdownNow();
        }
        memory.store().session("s").say("u2", "I moved to Lisbon.");
        write();
        assertThat(writer.turnsShown()).hasSize(1);
        assertThat(other.turnsShown()).hasSize(1);
        MemoryAssertions.assertThat(memory).hasPending(0).hasBlock("Gulbenkian").inTopic("topics/old.md");
    }

    @ParameterizedTest
    @ValueSource(strings = {"workspace", "sessions", "zone", "indexDirectory"})
    void whatDecidesWhereThingsAreCannotChange(String setting) {
        write();
        ByteSnapshot before = memory.bytes();
        LocalMemoryConfig.Builder other = switch (setting) {
            case "workspace" -> LocalMemoryConfig.builder(memory.beside().resolve("x"), memory.store());
            case "sessions" -> LocalMemoryConfig.builder(memory.directory(), InMemorySessionStore.at(memory.clock()));
            case "zone" -> memory.config().zone(ZoneId.of("Asia/Tokyo"));
            default -> memory.config().indexDirectory(memory.beside().resolve("i"));
        };
        if (!setting.equals("zone")) {
            other.zone(memory.config().build().zone());
        }
        assertThatThrownBy(() -> backend.reconfigure(other.build()))
                .isInstanceOfSatisfying(
                        MemoryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContaining(setting);
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
        assertThat(Recalls.of(backend, QUESTION)).isPresent();
    }

    @Test
    void aWorkspaceThatDoesNotOpenLeavesTheSettingsAsTheyWere() throws IOException {
        write();
        Path format = memory.directory().resolve(".scriptorium/format");
        String known = memory.text(".scriptorium/format");
        Files.writeString(format, "999");
        assertThatThrownBy(() -> reconfigure(same -> same.recall(LocalMemoryConfig.Recall.OFF)))
                .isInstanceOfSatisfying(
                        MemoryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORMAT_TOO_NEW));
        Files.writeString(format, known);
        assertThat(Recalls.of(backend, QUESTION)).isPresent();
    }

    @Test
    void afterAShutdownThereIsNothingToReplace() {
        backend.shutdown();
        assertThatThrownBy(() -> reconfigure(same -> same))
                .isInstanceOfSatisfying(
                        MemoryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MEMORY_DISABLED));
    }
}
