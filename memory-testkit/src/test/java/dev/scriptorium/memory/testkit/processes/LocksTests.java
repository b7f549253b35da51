package dev.scriptorium.memory.testkit.processes;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.WorkspaceFile;
import dev.scriptorium.memory.local.WorkspaceRead;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import dev.scriptorium.memory.retrieval.IndexBuilding;
import dev.scriptorium.memory.retrieval.IndexSettings;
import dev.scriptorium.memory.retrieval.MemoryIndex;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Group 3 of the reported faults: the locks of a workspace, among threads, class loaders and processes. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(180)
class LocksTests {
    private static final List<String> LOCKS = List.of("write.lock", "writer.lock", "history.lock");
    private static final int THREADS = 1_000;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(ScriptedTopicWriter.of());
        memory.store().session("s").say("u1", "I live in Lisbon.");
        assertThatWrite(memory.write("s")).succeeded();
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private Path lock(String name) {
        return memory.directory().resolve(".scriptorium/" + name);
    }

    private void everyLockIsFree() {
        for (String name : LOCKS) {
            assertThat(new WorkspaceLock(lock(name)).tryAcquire())
                    .as(name)
                    .hasValueSatisfying(WorkspaceLock.Held::close);
        }
    }

    /** Everything that looks at a workspace, as tools and people's own programs do. */
    private void lookAtEverything(LocalMemoryBackend backend) {
        WorkspaceRead read = backend.workspace().read();
        for (WorkspaceFile file : read.list("")) {
            assertThat(read.file(file.path())).as(file.path()).isNotNull();
        }
        read.grep("lisbon", 100);
        read.search(MemoryQuery.of("Lisbon"), true);
        read.status();
        read.core();
        read.timeline(Optional.empty());
        read.recent(10);
        backend.workspace().history().log(Optional.empty(), 10);
        backend.search(MemoryQuery.of("Lisbon"));
        // An export: every byte but the lock files.
        assertThat(ByteSnapshot.of(memory.directory()).files()).isNotEmpty();
    }

    /** Row 25: on POSIX closing any handle of a lock file drops the lock, so nothing else may ever open it. */
    @ParameterizedTest
    @ValueSource(strings = {"write.lock", "writer.lock", "history.lock"})
    void readingEveryFileLosesNoLock(String name) throws IOException {
        String file = lock(name).toString();
        LocalMemoryBackend another = memory.open();
        try (ChildJvm stranger = ChildJvm.start(LockProbe.class)) {
            assertThat(stranger.ask(file)).isEqualTo(LockProbe.FREE);
            try (WorkspaceLock.Held held = new WorkspaceLock(lock(name)).acquire(Duration.ofSeconds(5))) {
                assertThat(stranger.ask(file)).isEqualTo(LockProbe.HELD);
                lookAtEverything(memory.backend());
                lookAtEverything(another);
                assertThat(new WorkspaceLock(lock(name)).tryAcquire())
                        .as("to this Java")
                        .isEmpty();
                assertThat(stranger.ask(file)).as("after everything was read").isEqualTo(LockProbe.HELD);
                another.close();
                assertThat(stranger.ask(file))
                        .as("after an instance was closed")
                        .isEqualTo(LockProbe.HELD);
                assertThat(held.isValid()).isTrue();
            }
            assertThat(stranger.ask(file)).isEqualTo(LockProbe.FREE);
        }
    }

    /** Row 25, of the index: a second process that writes it deletes what the first is writing. */
    @Test
    void whoeverWritesTheIndexHasItForHimself() throws IOException {
        Path directory = memory.beside().resolve("index");
        try (ChildJvm stranger = ChildJvm.start(LockProbe.class);
                MemoryIndex index = MemoryIndex.open(directory, IndexSettings.of(String::length))) {
            String lease = directory.resolve("write.lock").toString();
            for (int i = 0; i < 2; i++) {
                try (IndexBuilding building = index.build().orElseThrow()) {
                    assertThat(stranger.ask(lease)).isEqualTo(LockProbe.HELD);
                    building.finish(1, "r");
                    assertThat(stranger.ask(lease)).isEqualTo(LockProbe.HELD);
                }
                assertThat(stranger.ask(lease)).isEqualTo(LockProbe.FREE);
            }
        }
    }

    /** A check repairs and tidies; it still opens no lock file of its own accord. */
    @Test
    void checkingBesideAPassLosesNoLock() throws IOException {
        String file = lock("writer.lock").toString();
        try (ChildJvm stranger = ChildJvm.start(LockProbe.class);
                WorkspaceLock.Held held = new WorkspaceLock(lock("writer.lock")).acquire(Duration.ofSeconds(5))) {
            MemoryAssertions.assertThat(memory).hasNoProblems();
            memory.workspace().maintain().rebuild();
            assertThat(stranger.ask(file)).isEqualTo(LockProbe.HELD);
            assertThat(held.isValid()).isTrue();
        }
    }

    /** Row 28. */
    @Test
    void aThousandThreadsInterruptedAtRandomDamageNothingAndLoseNoLock() throws Exception {
        LocalMemoryBackend backend = memory.backend();
        ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
        Random random = new Random(4);
        ExecutorService workers = Executors.newFixedThreadPool(16);
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            long patience = random.nextInt(20_000_000);
            workers.execute(() -> {
                Thread worker = new Thread(() -> interrupted(backend, number, wrong));
                worker.start();
                try {
                    TimeUnit.NANOSECONDS.sleep(patience);
                    worker.interrupt();
                    worker.join();
                } catch (InterruptedException e) {
                    wrong.add("the test itself was interrupted");
                }
            });
        }
        workers.shutdown();
        assertThat(workers.awaitTermination(150, TimeUnit.SECONDS)).isTrue();
        assertThat(wrong).isEmpty();
        everyLockIsFree();
        memory.store().session("s").say("last", "I work as a baker.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(Recalls.of(backend, "Who works as a baker?")).isPresent();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasPending(0);
    }

    private void interrupted(LocalMemoryBackend backend, int number, ConcurrentLinkedQueue<String> wrong) {
        try {
            if (number % 50 == 0) {
                memory.store().session("s").say("i" + number, "Fact number " + number + " of the list.");
                backend.write(WriteRequest.force(memory.store().session("s").id()));
            } else if (number % 50 == 25) {
                OtherInstance.create(backend, "Block " + number + " of this.");
            } else {
                backend.search(MemoryQuery.of("Where in Lisbon, number " + number + "?"));
                backend.workspace().read().search(MemoryQuery.of("Lisbon"), false);
            }
        } catch (MemoryException e) {
            if (!e.retryable() || e.code() == ErrorCode.STORAGE_UNAVAILABLE) {
                wrong.add(number + " " + e.code() + " " + e.getMessage());
            }
        } catch (RuntimeException e) {
            wrong.add(number + " " + e);
        }
        // The interrupt may not have come yet; when it has, the flag is still there.
        while (!Thread.currentThread().isInterrupted()) {
            try {
                Thread.sleep(5_000);
                wrong.add(number + " lost its interrupt");
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Row 27: a lock is judged stale by nobody while its holder is stopped. */
    @ParameterizedTest
    @ValueSource(strings = {".manifest", "right.md"})
    void aHolderThatIsStoppedKeepsItsLockAndEndsItsWork(String halt) throws Exception {
        archive("u1");
        memory.close();
        LocalMemoryBackend backend = memory.open(settings ->
                settings.interactiveLockTimeout(Duration.ofMillis(300)).backgroundLockTimeout(Duration.ofMillis(300)));
        Counters.set(backend, 1);
        ByteSnapshot journal = memory.bytes().below(".scriptorium/tx");
        try (ChildJvm holder =
                ChildJvm.start(StoppingWriter.class, memory.directory().toString(), halt)) {
            assertThat(holder.line()).isEqualTo(StoppingWriter.INSIDE);
            assumeTrue(Signals.send("STOP", holder.pid()), "no kill -STOP here, so no process can be stopped");
            ByteSnapshot stopped = memory.bytes();
            assertThatExceptionOfType(MemoryException.class)
                    .isThrownBy(() -> Counters.set(backend, 2))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKSPACE_BUSY));
            assertThatExceptionOfType(MemoryException.class)
                    .as("opening")
                    .isThrownBy(() -> memory.open(settings -> settings.interactiveLockTimeout(Duration.ofMillis(300))))
                    .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.WORKSPACE_BUSY));
            assertThat(Counters.mixtures(backend)).isEmpty();
            MemoryAssertions.assertThat(memory.bytes().without(".scriptorium/index"))
                    .isUnchangedSince(stopped.without(".scriptorium/index"));
            assertThat(journal.files()).as("nothing was left before").isEmpty();
            memory.store().session("s").say("u2", "I work as a baker.");
            assertThatWrite(memory.write("s"))
                    .failedWith(FailureCode.WORKSPACE_BUSY)
                    .retryable();
            assertThat(Signals.send("CONT", holder.pid())).isTrue();
            assertThat(holder.ask("go on")).isEqualTo(StoppingWriter.DONE);
            assertThat(holder.exit()).isZero();
        }
        assertThat(Counters.number(backend)).isEqualTo(2);
        Counters.set(backend, 3);
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(Counters.mixtures(backend)).isEmpty();
    }

    private void archive(String turn) {
        memory.backend()
                .extractBeforeDiscard(DiscardRequest.of(
                        memory.store().session("s").id(),
                        memory.store().session("s").turns()));
        assertThat(memory.store().session("s").turns())
                .anySatisfy(said -> assertThat(said.id().value()).isEqualTo(turn));
    }

    /** Row 29: the library loaded twice in one Java, as an application server does. */
    @Test
    void twoClassLoadersOfOneJavaShareTheLocks() throws Exception {
        try (URLClassLoader other = otherLoader()) {
            Class<?> probe = other.loadClass(LockProbe.class.getName());
            assertThat(probe).isNotSameAs(LockProbe.class);
            for (String name : LOCKS) {
                try (WorkspaceLock.Held held = new WorkspaceLock(lock(name)).acquire(Duration.ofSeconds(5))) {
                    assertThat(probe.getMethod("probe", String.class)
                                    .invoke(null, lock(name).toString()))
                            .as(name)
                            .isEqualTo(LockProbe.HELD);
                    assertThat(held.isValid()).isTrue();
                    try (ChildJvm stranger = ChildJvm.start(LockProbe.class)) {
                        assertThat(stranger.ask(lock(name).toString())).isEqualTo(LockProbe.HELD);
                    }
                }
            }
        }
    }

    /** Row 29. */
    @Test
    void twoInstancesInOneJavaUnderTwoClassLoadersAndOneInAnotherWriteEverythingOnce() throws Exception {
        String workspace = memory.directory().toString();
        int blocks = 6;
        try (URLClassLoader other = otherLoader();
                ChildJvm child = ChildJvm.start(OtherInstance.class, workspace, "child", String.valueOf(blocks))) {
            Class<?> instance = other.loadClass(OtherInstance.class.getName());
            Callable<Object> here = () -> {
                OtherInstance.add(workspace, "here", blocks);
                return "done";
            };
            Callable<Object> there = () -> {
                instance.getMethod("add", String.class, String.class, int.class)
                        .invoke(null, workspace, "there", blocks);
                return "done";
            };
            for (Future<Object> done : threads.invokeAll(List.of(here, there))) {
                assertThat(done.get(120, TimeUnit.SECONDS)).isEqualTo("done");
            }
            assertThat(child.line()).isEqualTo("done");
            assertThat(child.exit()).isZero();
        }
        everyLockIsFree();
        String text = memory.text(OtherInstance.TOPIC);
        for (String name : List.of("here", "there", "child")) {
            for (int i = 0; i < blocks; i++) {
                assertThat(text).containsOnlyOnce("Block " + i + " of " + name + ".");
            }
        }
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(1 + 3 * blocks);
    }

    private static URLClassLoader otherLoader() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String path : ChildJvm.classPath().split(File.pathSeparator, -1)) {
            if (!path.isEmpty()) {
                urls.add(Path.of(path).toUri().toURL());
            }
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    /** Row 28: whatever ends a pass, the locks do not survive it. */
    @ParameterizedTest
    @ValueSource(
            classes = {IllegalStateException.class, OutOfMemoryError.class, StackOverflowError.class, LinkageError.class
            })
    void aWriterThatThrowsAnythingLeavesNoLockHeld(Class<? extends Throwable> kind) throws Exception {
        Throwable trouble = kind.getConstructor().newInstance();
        memory.store().session("s").say("u2", "I work as a baker.");
        memory.use(ScriptedTopicWriter.of((task, stage) -> {
            if (trouble instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) trouble;
        }));
        memory.reopen();
        try {
            assertThat(memory.write("s")).isPresent();
        } catch (Error e) {
            assertThat(e).isSameAs(trouble);
        }
        everyLockIsFree();
        ByteSnapshot topics = memory.bytes().below("topics");
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(1);
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasBlocks(2).hasPending(0);
        assertThat(topics.files()).isNotEmpty();
    }

    /** Row 28: the same when the conversations of the host throw, wherever they are asked. */
    @ParameterizedTest
    @ValueSource(strings = {"turn", "head", "tips", "sessions", "marked", "mark"})
    void aSessionStoreThatThrowsAnErrorLeavesNoLockHeld(String method) {
        memory.store().session("s").say("u2", "I work as a baker.");
        memory.close();
        FailingStore failing = new FailingStore(memory.store());
        LocalMemoryBackend backend = LocalMemoryBackend.open(LocalMemoryConfig.builder(memory.directory(), failing)
                .writer(ScriptedTopicWriter.of())
                .clock(memory.clock())
                .build());
        try (backend) {
            failing.failAt(method);
            try {
                backend.write(WriteRequest.force(memory.store().session("s").id()));
            } catch (OutOfMemoryError e) {
                assertThat(e).hasMessage(method);
            }
            everyLockIsFree();
            failing.failAt("");
            assertThatWrite(backend.write(
                            WriteRequest.force(memory.store().session("s").id())))
                    .succeeded();
        }
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(2).hasPending(0);
    }

    /** Rows 25 and 26: what a dead process left, and what a container with the same process number makes of it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"pid\":1,\"token\":\"0123456789abcdef\",\"started\":\"2001-01-01T00:00:00Z\"}\n",
                "{\"pid\":OWN,\"token\":\"0123456789abcdef\"}\n",
                "{\"pid\":999999999,\"token\":\"0123456789abcdef\"}\n",
                "",
                "{\"pid\":",
                "\0\0\0\0"
            })
    void anOwnerThatADeadProcessLeftDecidesNothing(String owner) throws IOException {
        memory.close();
        String text =
                owner.replace("OWN", String.valueOf(ProcessHandle.current().pid()));
        for (String name : LOCKS) {
            Files.deleteIfExists(lock(name));
            Files.createFile(lock(name));
            Files.writeString(lock(name).resolveSibling(name + ".owner"), text);
        }
        memory.store().session("s").say("u2", "I work as a baker.");
        memory.open();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(Files.readString(lock("write.lock").resolveSibling("write.lock.owner")))
                .contains("\"pid\":" + ProcessHandle.current().pid())
                .doesNotContain("0123456789abcdef");
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(2);
    }

    /** Row 25: the kernel releases the lock of a process that is killed in the middle of a transaction. */
    @ParameterizedTest
    @ValueSource(strings = {".manifest", "left.md", "right.md", "wanderer-0.md"})
    void aHolderThatIsKilledBlocksNobody(String halt) throws Exception {
        archive("u1");
        Counters.set(memory.backend(), 1);
        try (ChildJvm holder =
                ChildJvm.start(StoppingWriter.class, memory.directory().toString(), halt)) {
            assertThat(holder.line()).isEqualTo(StoppingWriter.INSIDE);
            holder.kill();
        }
        LocalMemoryBackend another = memory.open();
        assertThat(Counters.number(another)).isEqualTo(halt.equals(".manifest") ? 1 : 2);
        assertThat(Counters.mixtures(another)).isEmpty();
        everyLockIsFree();
        Counters.set(another, Counters.number(another) + 1);
        assertThat(Counters.mixtures(memory.backend())).isEmpty();
    }
}
