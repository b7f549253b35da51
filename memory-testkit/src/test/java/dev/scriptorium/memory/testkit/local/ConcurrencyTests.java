package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.event.WriteStarted;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Threads, processes and people at one workspace. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(120)
class ConcurrencyTests {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static <T> T join(Future<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private void talk(String session, int turns) {
        for (int i = 1; i <= turns; i++) {
            memory.store().session(session).say("u" + i, "Fact " + i + " of session " + session + " is of note.");
        }
    }

    /** Row 42. */
    @Test
    void twoThreadsThatWriteTheSameSessionNeverMixTheirBatches() throws Exception {
        ScriptedTopicWriter writer = ScriptedTopicWriter.of();
        memory.use(writer).open(settings -> settings.batchTokens(30).backgroundLockTimeout(Duration.ofSeconds(30)));
        talk("s", 12);
        Callable<Optional<WriteFailure>> write = () -> memory.write("s");
        for (Future<Optional<WriteFailure>> answer : threads.invokeAll(List.of(write, write, write))) {
            assertThatWrite(join(answer)).succeeded();
        }
        List<String> shown = writer.turnsShown().stream().flatMap(List::stream).toList();
        assertThat(shown).containsExactlyElementsOf(memory.written("s")).hasSize(12);
        MemoryAssertions.assertThat(memory).hasNoProblems().hasArchived(12).hasBlocks(12);
    }

    /** Rows 2 and 29. */
    @Test
    void twoBackendsOnOneDirectoryWriteDifferentSessionsIntoOneTopic() throws Exception {
        memory.use(ScriptedTopicWriter.of());
        LocalMemoryBackend first = memory.open(settings -> settings.backgroundLockTimeout(Duration.ofSeconds(30)));
        LocalMemoryBackend second = memory.open(settings -> settings.backgroundLockTimeout(Duration.ofSeconds(30)));
        List<Callable<Optional<WriteFailure>>> writes = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String session = "session-" + i;
            talk(session, 3);
            LocalMemoryBackend backend = i % 2 == 0 ? first : second;
            writes.add(() -> backend.write(WriteRequest.force(new SessionId(session))));
        }
        for (Future<Optional<WriteFailure>> answer : threads.invokeAll(writes)) {
            assertThatWrite(join(answer)).succeeded();
        }
        MemoryAssertions.assertThat(first.workspace())
                .hasNoProblems()
                .hasArchived(12)
                .hasBlocks(12);
        MemoryAssertions.assertThat(second.workspace())
                .hasNoProblems()
                .hasArchived(12)
                .hasBlocks(12);
        assertThat(Recalls.of(first, "Fact 3 of session-3"))
                .isPresent()
                .isEqualTo(Recalls.of(second, "Fact 3 of session-3"));
        assertThat(first.workspace().read().status().revision())
                .isEqualTo(second.workspace().read().status().revision());
    }

    @Test
    void oneBackendSeesAtOnceWhatTheOtherWrote() {
        LocalMemoryBackend first = memory.use(ScriptedTopicWriter.of()).open();
        LocalMemoryBackend second = memory.open();
        talk("s", 1);
        assertThatWrite(first.write(WriteRequest.force(new SessionId("s")))).succeeded();
        assertThat(Recalls.of(second, "Fact 1 of session s is of note")).isPresent();
        MemoryAssertions.assertThat(second.workspace()).hasBlocks(1).hasPending(0);
        first.close();
        talk("t", 1);
        assertThatWrite(second.write(WriteRequest.force(new SessionId("t")))).succeeded();
        MemoryAssertions.assertThat(second.workspace()).hasNoProblems().hasBlocks(2);
    }

    /** Row 12. */
    @Test
    void aLockThatIsNotFreeInTimeIsWorthARetryAndLosesNothing() throws Exception {
        memory.use(ScriptedTopicWriter.of())
                .open(settings -> settings.batchTokens(5).backgroundLockTimeout(Duration.ofMillis(100)));
        talk("s", 2);
        WorkspaceLock lock = new WorkspaceLock(memory.directory().resolve(".scriptorium/write.lock"));
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Future<?> holder = threads.submit(() -> {
            try (WorkspaceLock.Held holding = lock.acquire(Duration.ofSeconds(5))) {
                held.countDown();
                assertThat(release.await(30, TimeUnit.SECONDS)).isTrue();
                assertThat(holding.isValid()).isTrue();
            }
            return null;
        });
        assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();
        assertThatWrite(memory.writeDue("s"))
                .failedWith(FailureCode.WORKSPACE_BUSY)
                .retryable();
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.WORKSPACE_BUSY)
                .retryable();
        release.countDown();
        join(holder);
        assertThat(memory.written("s")).isEmpty();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "u2");
        assertThat(memory.workspace().read().status().refusedBatches()).isEmpty();
    }

    @Test
    void whileAWriterThinksNothingIsBlocked() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        memory.use(ScriptedTopicWriter.of(
                        WriterSteps.record("topics/first.md"),
                        WriterSteps.waiting(begun, leave, WriterSteps.record("topics/second.md"))))
                .open();
        talk("s", 1);
        memory.write("s");
        memory.store().session("s").say("u2", "The second thing is on its way.");
        Future<Optional<WriteFailure>> slow = threads.submit(() -> memory.write("s"));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Recalls.of(memory.backend(), "Fact 1 of session s is of note"))
                .isPresent();
        MemoryAssertions.assertThat(memory).hasNoProblems();
        assertThat(memory.open().workspace().read().status().blocks()).isEqualTo(1);
        WorkspaceLock lock = new WorkspaceLock(memory.directory().resolve(".scriptorium/write.lock"));
        assertThat(lock.tryAcquire()).hasValueSatisfying(WorkspaceLock.Held::close);
        leave.countDown();
        assertThatWrite(join(slow)).succeeded();
        MemoryAssertions.assertThat(memory).hasBlocks(2);
    }

    @Test
    void aCallWithoutForceLeavesItsSessionToThePassThatRuns() throws Exception {
        for (boolean force : new boolean[] {false, true}) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch leave = new CountDownLatch(1);
            String first = "first-" + force;
            String second = "second-" + force;
            memory.use(ScriptedTopicWriter.of(WriterSteps.waiting(begun, leave, WriterSteps.record("topics/a.md"))))
                    .open(settings -> settings.batchTokens(12));
            talk(first, 1);
            talk(second, 1);
            memory.events().clear();
            Future<Optional<WriteFailure>> slow =
                    threads.submit(() -> force ? memory.write(first) : memory.writeDue(first));
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            long start = System.nanoTime();
            assertThatWrite(memory.writeDue(second)).succeeded();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
            assertThat(memory.store().session(second).written(memory.id())).isEmpty();
            leave.countDown();
            assertThatWrite(join(slow)).succeeded();
            assertThat(memory.written(second))
                    .as("after a pass with force=" + force)
                    .containsExactly("u1");
            assertThat(memory.events().of(WriteStarted.class)).hasSize(2);
            assertThat(memory.events().of(WriteEnded.class)).hasSize(2);
        }
    }

    @Test
    void whatSomebodyElseWroteMeanwhileIsKept() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        ScriptedTopicWriter slow = ScriptedTopicWriter.of(
                WriterSteps.waiting(begun, leave, WriterSteps.record("topics/shared.md")),
                WriterSteps.record("topics/shared.md"));
        talk("s", 1);
        talk("t", 1);
        LocalMemoryBackend first = memory.use(slow).open();
        Future<Optional<WriteFailure>> answer =
                threads.submit(() -> first.write(WriteRequest.force(new SessionId("s"))));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        memory.handEdited();
        // The other one comes by another door: a person with an editor.
        Path shared = memory.directory().resolve("topics/shared.md");
        Files.writeString(shared, """
                # shared

                A person wrote this.[^e1] ^abcd1234

                [^e1]: Time: `undated`; Sources: [said](local/s/u1)
                """);
        leave.countDown();
        assertThatWrite(join(answer)).succeeded();
        MemoryAssertions.assertThat(memory)
                .hasBlocks(2)
                .hasBlock("A person wrote this.")
                .and()
                .hasBlock("Fact 1 of session s")
                .citing("local/s/u1");
        assertThat(slow.tasks()).as("what both wrote was brought together").hasSize(1);
    }

    /** Rows 25 and 26. */
    @Test
    void aLockFileThatADeadProcessLeftIsHarmless() throws IOException {
        memory.use(ScriptedTopicWriter.of()).open().close();
        for (String name : List.of("write.lock", "writer.lock", "history.lock")) {
            Path lock = memory.directory().resolve(".scriptorium/" + name);
            if (!Files.exists(lock)) {
                Files.createFile(lock);
            }
            Files.writeString(
                    lock.resolveSibling(name + ".owner"),
                    "{\"pid\":" + ProcessHandle.current().pid() + ",\"token\":\"0123456789abcdef\"}\n");
        }
        talk("s", 1);
        assertThatWrite(memory.reopen().write(WriteRequest.force(new SessionId("s"))))
                .succeeded();
    }

    /** Row 28. */
    @Test
    void afterAFailureOrAnInterruptEveryLockIsFree() {
        memory.use(ScriptedTopicWriter.of(WriterSteps.throwing(new IllegalStateException("bug")), (task, stage) -> {
                    Thread.currentThread().interrupt();
                    return WriterSteps.record("topics/a.md").run(task, stage);
                }))
                .open();
        talk("s", 1);
        assertThat(memory.write("s")).isPresent();
        everyLockIsFree();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(Thread.interrupted()).as("the interrupt is still set").isTrue();
        everyLockIsFree();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(1);
        Thread.currentThread().interrupt();
        assertThat(memory.backend().search(MemoryQuery.of("Fact 1 of session s")))
                .isEmpty();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(Recalls.of(memory.backend(), "Fact 1 of session s is of note"))
                .isPresent();
    }

    private void everyLockIsFree() {
        for (String name : List.of("write.lock", "writer.lock", "history.lock")) {
            WorkspaceLock lock = new WorkspaceLock(memory.directory().resolve(".scriptorium/" + name));
            assertThat(lock.tryAcquire()).as(name).hasValueSatisfying(WorkspaceLock.Held::close);
        }
    }

    @Test
    void readersNeverSeeHalfOfAnInstall() throws Exception {
        memory.use(ScriptedTopicWriter.of().otherwise((task, stage) -> {
            for (int i = 0; i < 6; i++) {
                WriterSteps.record("topics/part-" + i + ".md").run(task, stage);
            }
            return WriterOutcome.edited();
        }));
        LocalMemoryBackend writer = memory.open();
        LocalMemoryBackend reader = memory.open();
        CountDownLatch done = new CountDownLatch(1);
        List<Future<List<Integer>>> readers = new ArrayList<>();
        for (LocalMemoryBackend backend : List.of(writer, reader)) {
            readers.add(threads.submit(() -> {
                List<Integer> seen = new ArrayList<>();
                while (done.getCount() > 0) {
                    seen.add(backend.workspace().read().status().blocks());
                }
                return seen;
            }));
        }
        for (int i = 1; i <= 12; i++) {
            memory.store().session("s").say("u" + i, "Fact " + i + " is of note.");
            assertThatWrite(writer.write(WriteRequest.force(new SessionId("s"))))
                    .succeeded();
        }
        done.countDown();
        for (Future<List<Integer>> seen : readers) {
            assertThat(join(seen))
                    .isSorted()
                    .allSatisfy(blocks ->
                            assertThat(blocks % 6).as("blocks in a whole state").isZero());
        }
    }

    /** Row 13. */
    @Test
    void twentySessionsThatGoIdleTogetherAreAllWritten() throws Exception {
        memory.open(settings -> settings.backgroundLockTimeout(Duration.ofMillis(200)));
        List<Callable<Optional<WriteFailure>>> writes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            String session = "idle-" + i;
            memory.store().session(session).say("u1", "I planted " + (i + 3) + " trees in Lisbon last spring.");
            writes.add(() -> memory.writeDue(session));
        }
        memory.clock().advance(Duration.ofHours(2));
        for (Future<Optional<WriteFailure>> answer : threads.invokeAll(writes)) {
            assertThatWrite(join(answer)).succeeded();
        }
        for (int i = 0; i < 20; i++) {
            assertThat(memory.written("idle-" + i)).as("session " + i).containsExactly("u1");
        }
        MemoryAssertions.assertThat(memory).hasArchived(20).hasPending(0);
    }

    @Test
    void closingWhileAPassRunsLosesNothing() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        LocalMemoryBackend backend = memory.use(ScriptedTopicWriter.of(
                        WriterSteps.waiting(begun, leave, WriterSteps.record("topics/a.md")),
                        WriterSteps.record("topics/a.md")))
                .open();
        talk("s", 1);
        Future<Optional<WriteFailure>> slow =
                threads.submit(() -> backend.write(WriteRequest.force(new SessionId("s"))));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        Future<?> closing = threads.submit(backend::close);
        join(closing);
        leave.countDown();
        // Closing waits for no writer: what comes too late installs nothing, and the turns wait.
        assertThatWrite(join(slow)).failedWith(FailureCode.WORKSPACE_BUSY);
        memory.reopen();
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasPending(0).hasBlocks(1);
    }

    /** The disk stops in the middle of an install; whoever closes is held up by it, and by nothing else. */
    @Test
    void closingWaitsForAnInstallThatIsUnderWay() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Path topic = memory.directory().resolve("topics/a.md");
        LocalMemoryBackend backend = LocalMemoryBackend.open(
                memory.use(ScriptedTopicWriter.of(WriterSteps.record("topics/a.md")))
                        .config()
                        .build(),
                operation -> {
                    if (operation.path().endsWith("topics/a.md")) {
                        begun.countDown();
                        await(leave);
                    }
                });
        talk("s", 1);
        Future<Optional<WriteFailure>> writing =
                threads.submit(() -> backend.write(WriteRequest.force(new SessionId("s"))));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        boolean[] there = new boolean[1];
        Thread closing = new Thread(() -> {
            backend.close();
            there[0] = Files.exists(topic);
        });
        closing.start();
        while (closing.getState() != Thread.State.WAITING && closing.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(closing.isAlive()).isTrue();
        assertThat(topic).doesNotExist();

        leave.countDown();
        closing.join(30_000);
        assertThat(there[0]).as("it was installed when the memory was closed").isTrue();
        assertThat(join(writing)).isEmpty();
        memory.open();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasPending(0).hasBlocks(1);
    }

    private static void await(CountDownLatch leave) {
        try {
            assertThat(leave.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aRefusedWriteChangesNoByteOfTheTopicsUnderOtherEyes() {
        memory.use(ScriptedTopicWriter.of(
                WriterSteps.record("topics/a.md"),
                WriterSteps.refused("topics/a.md"),
                WriterSteps.refused("topics/a.md")));
        talk("s", 1);
        memory.write("s");
        LocalMemoryBackend other = memory.open();
        ByteSnapshot before = memory.bytes().below("topics");
        memory.store().session("s").say("u2", "Something else.");
        assertThatWrite(memory.write("s")).failedWith(FailureCode.COMMIT_REJECTED);
        MemoryAssertions.assertThat(memory.bytes().below("topics")).isUnchangedSince(before);
        assertThat(other.workspace().read().file(TopicPath.of("topics/a.md").value()))
                .doesNotContain("Nobody said");
    }
}
