package dev.scriptorium.memory.testkit.githistory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The history is packed beside the writes, which never wait for it. */
@ExtendWith(WorkspaceExtension.class)
class PackingBesideTests {
    private static final int LOOSE = 1_100;
    private static final int TRIES = 1_000;

    private TemporaryWorkspace memory;
    private Owner owner;
    private Git git;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) throws IOException {
        assumeTrue(Git.isHere(), "no git here: nobody leaves loose objects");
        memory = workspace;
        owner = Owner.of(workspace);
        git = Git.in(workspace.directory());
        owner.adds();
        memory.close();
        // A person commits many small files.
        Path notes = Files.createDirectories(workspace.directory().resolve("notes"));
        for (int i = 0; i < LOOSE; i++) {
            Files.writeString(notes.resolve("n" + i + ".txt"), "Note number " + i + ".\n");
        }
        git.run("add", "notes");
        git.run("commit", "--quiet", "-m", "Notes");
        assertThat(loose()).isGreaterThan(1_000);
        workspace.handEdited();
    }

    private long loose() throws IOException {
        try (Stream<Path> files = Files.walk(owner.file(".git/objects"))) {
            return files.filter(
                            file -> file.getFileName().toString().matches("[0-9a-f]{38}") && Files.isRegularFile(file))
                    .count();
        }
    }

    /** Everything the host's executor was given, done when the test says so. */
    private static final class Later implements Executor {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private int slices;

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        void runAll() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
                slices++;
            }
        }
    }

    /** Housekeeping is not asked for with every commit: commits until it was. */
    private static void commitsUntil(BooleanSupplier asked, LocalMemoryBackend backend) throws InterruptedException {
        for (int tries = 0; tries < TRIES && !asked.getAsBoolean(); tries++) {
            assertThat(Owner.adds(backend, Owner.TOPIC, "Try " + tries + ".").gitCommit())
                    .isPresent();
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(asked.getAsBoolean()).isTrue();
    }

    @Test
    void an_executor_packs_in_slices_while_commits_go_on() throws Exception {
        Later later = new Later();
        commitsUntil(() -> !later.tasks.isEmpty(), memory.open(config -> config.executor(later)));
        later.runAll();
        assertThat(loose()).isLessThan(100);
        assertThat(later.slices).isPositive();
        assertThat(owner.adds().gitCommit()).isPresent();
        assertThat(git.complaints()).isEmpty();
        assertThat(git.status()).isEmpty();
    }

    @Test
    void a_commit_does_not_wait_for_a_packing_that_hangs() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Path packs = memory.directory().resolve(".git/objects/pack");
        Thread[] packer = new Thread[1];
        LocalMemoryBackend backend = LocalMemoryBackend.open(
                memory.config()
                        .executor(task -> {
                            packer[0] = new Thread(task, "packer");
                            packer[0].start();
                        })
                        .build(),
                operation -> {
                    if (Thread.currentThread().getName().equals("packer")
                            && operation.path().startsWith(packs)) {
                        reached.countDown();
                        try {
                            released.await();
                        } catch (InterruptedException e) {
                            throw new IOException(e);
                        }
                    }
                });
        try (backend) {
            commitsUntil(() -> reached.getCount() == 0, backend);
            for (int i = 0; i < 3; i++) {
                assertThat(Owner.adds(backend, Owner.TOPIC, "While it hangs, " + i + ".")
                                .gitCommit())
                        .isPresent();
            }
            released.countDown();
            packer[0].join();
        }
        assertThat(git.complaints()).isEmpty();
    }

    @Test
    void a_packing_that_fails_fails_no_write() throws Exception {
        AtomicInteger refused = new AtomicInteger();
        boolean[] packing = new boolean[1];
        Path packs = memory.directory().resolve(".git/objects/pack");
        LocalMemoryBackend backend = LocalMemoryBackend.open(
                memory.config()
                        .executor(task -> {
                            packing[0] = true;
                            task.run();
                            packing[0] = false;
                        })
                        .build(),
                operation -> {
                    if (packing[0] && operation.path().startsWith(packs)) {
                        refused.incrementAndGet();
                        throw new IOException("the disk is full");
                    }
                });
        try (backend) {
            commitsUntil(() -> refused.get() > 0, backend);
            assertThat(Owner.adds(backend, Owner.TOPIC, "Two.").gitCommit()).isPresent();
        }
        assertThat(git.complaints()).isEmpty();
        assertThat(git.run("log", "--oneline").lines()).hasSizeGreaterThan(3);
    }

    @Test
    void without_an_executor_the_end_of_a_pass_packs() throws Exception {
        memory.open();
        memory.store().session("t").say("t1", "I live in Lisbon.");
        memory.write("t");
        for (int i = 2; i < 30 && loose() > 100; i++) {
            memory.store().session("t").say("t" + i, "I have " + i + " chairs.");
            memory.write("t");
        }
        assertThat(loose()).isLessThan(100);
        assertThat(git.complaints()).isEmpty();
    }
}
