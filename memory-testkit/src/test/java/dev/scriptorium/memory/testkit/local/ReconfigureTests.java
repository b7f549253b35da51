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
import dev.scriptorium.memory.testkit.model.WriterStep;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.time.ManualScheduler;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
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

    /** A pass that waits for its writer until it is let go on. */
    private final class Pass implements AutoCloseable {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch leave = new CountDownLatch(1);
        private final ExecutorService threads = Executors.newSingleThreadExecutor();
        private final Future<Optional<WriteFailure>> pass;

        Pass(WriterStep then) throws InterruptedException {
            writer.then(WriterSteps.waiting(begun, leave, then));
            pass = threads.submit(() -> memory.write("s"));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        }

        Optional<WriteFailure> goOn() throws Exception {
            leave.countDown();
            return pass.get(60, TimeUnit.SECONDS);
        }

        @Override
        public void close() {
            leave.countDown();
            threads.shutdownNow();
        }
    }

    @Test
    void aCallThatIsUnderWayEndsWithTheSettingsItBeganWith() throws Exception {
        ScriptedTopicWriter other = ScriptedTopicWriter.of();
        try (Pass pass = new Pass(WriterSteps.record("topics/old.md"))) {
            reconfigure(same -> same.writer(other));
            assertThat(backend.workspace().read().status().pendingTurns()).isEqualTo(1);
            assertThatWrite(pass.goOn()).succeeded();
        }
        memory.store().session("s").say("u2", "I moved to Lisbon.");
        write();
        assertThat(writer.turnsShown()).hasSize(1);
        assertThat(other.turnsShown()).hasSize(1);
        MemoryAssertions.assertThat(memory).hasPending(0).hasBlock("Gulbenkian").inTopic("topics/old.md");
    }

    @Test
    void aWriteThatIsDueMeanwhileIsHandedOverToThePassThatIsUnderWay() throws Exception {
        try (Pass pass = new Pass(WriterSteps.record("topics/old.md"))) {
            reconfigure(same -> same.batchTokens(5).backgroundLockTimeout(Duration.ofMillis(20)));
            memory.store().session("t").say("v1", "I play the cello in the town's orchestra.");
            assertThatWrite(memory.writeDue("t")).succeeded();
            assertThatWrite(pass.goOn()).succeeded();
        }
        assertThatWrite(memory.write("t")).succeeded();
        assertThat(memory.written("t")).containsExactly("v1");
        MemoryAssertions.assertThat(memory).hasPending(0);
    }

    @Test
    void aShutdownClosesTheDoorOnThatCallToo() throws Exception {
        try (Pass pass = new Pass(WriterSteps.record("topics/old.md"))) {
            reconfigure(same -> same.coreTokens(500));
            backend.shutdown();
            ByteSnapshot closed = memory.bytes();
            assertThatWrite(pass.goOn()).failedWith(FailureCode.WORKSPACE_BUSY);
            assertThat(memory.bytes().text("sources/local/_v2/s.md")).isEqualTo(closed.text("sources/local/_v2/s.md"));
            assertThat(memory.directory().resolve("topics/old.md")).doesNotExist();
        }
    }

    @Test
    void whatTheScheduleHasBegunIsUnderWayAsWell() throws Exception {
        write();
        memory.store().session("s").say("u2", "I moved to Lisbon in May.");
        ManualScheduler scheduler = ManualScheduler.with(memory.clock());
        reconfigure(same -> same.scheduler(scheduler).sessionIdle(Duration.ofMinutes(1)));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        writer.then(WriterSteps.waiting(begun, leave, (task, stage) -> {
            assertThat(stage.find(List.of("Gulbenkian"), 3).get(0))
                    .as("the index is still open")
                    .isNotEmpty();
            return WriterSteps.record("topics/old.md").run(task, stage);
        }));
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            Future<?> night = threads.submit(() -> scheduler.pass(Duration.ofMinutes(45)));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            reconfigure(same -> same);
            leave.countDown();
            night.get(60, TimeUnit.SECONDS);
        } finally {
            leave.countDown();
            threads.shutdownNow();
        }
        MemoryAssertions.assertThat(memory).hasPending(0).hasBlock("Lisbon").inTopic("topics/old.md");
        assertThat(memory.workspace().read().status().refusedBatches()).isEmpty();
    }

    @Test
    void thePartsOfTheWorkspaceStayTheSameObjects() {
        WorkspaceRead before = backend.workspace().read();
        int hash = before.hashCode();
        reconfigure(same -> same);
        assertThat(backend.workspace().read()).isEqualTo(before).hasToString("WorkspaceRead");
        assertThat(before.hashCode()).isEqualTo(hash);
        assertThat(before.equals(backend.workspace().change())).isFalse();
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
