package dev.scriptorium.memory.testkit.together;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.together.Page.M;
import static dev.scriptorium.memory.testkit.together.Page.adding;
import static dev.scriptorium.memory.testkit.together.Page.plain;
import static dev.scriptorium.memory.testkit.together.Page.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.change.DeleteRecord;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterStep;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A writer that takes its time, and everybody else who goes on meanwhile. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(180)
class SlowWriterTests {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private Page page;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        page = Page.of(memory, 6);
        assertThatWrite(memory.write("s")).succeeded();
        memory.store().session("s").say("u2", "The writer has something to record.");
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static WriterStep replacing(String path, String words, String by) {
        return WriterSteps.edit(stage -> {
            TopicPath topic = new TopicPath(path);
            String text = stage.read(topic).orElseThrow();
            assertThat(text).contains(words);
            stage.write(topic, text.replace(words, by));
        });
    }

    private Future<Optional<WriteFailure>> slowly(WriterStep... steps) throws InterruptedException {
        writer.then(WriterSteps.waiting(begun, leave, steps[0]));
        for (int i = 1; i < steps.length; i++) {
            writer.then(steps[i]);
        }
        Future<Optional<WriteFailure>> pass = threads.submit(() -> memory.write("s"));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        return pass;
    }

    private static <T> T join(Future<T> future) throws Exception {
        return future.get(60, TimeUnit.SECONDS);
    }

    private int tasks() {
        return writer.tasks().size();
    }

    private WriterTask lastTask() {
        return writer.tasks().get(tasks() - 1);
    }

    @Test
    void aHundredUpdatesWaitForNobodyAndEverythingLands() throws Exception {
        for (int i = 1; i <= 5; i++) {
            page.fill("topics/w" + i + ".md", 3);
        }
        int before = tasks();
        Future<Optional<WriteFailure>> pass = slowly((task, stage) -> {
            for (int i = 1; i <= 5; i++) {
                TopicPath topic = new TopicPath("topics/w" + i + ".md");
                stage.write(
                        topic, stage.read(topic).orElseThrow().replace(plain(3), "Three is the writer's " + i + "."));
            }
            return WriterSteps.record("topics/w1.md").run(task, stage);
        });
        Duration longest = Duration.ZERO;
        for (int i = 1; i <= 100; i++) {
            long start = System.nanoTime();
            if (i % 20 == 0) {
                String path = "topics/w" + i / 20 + ".md";
                String text = memory.text(path);
                page.write(path, text.replace(plain(1), "One is the owner's " + i / 20 + "."));
            } else {
                page.change(adding("Update " + i + " is here.", "topics/u" + i + ".md"));
            }
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            longest = took.compareTo(longest) > 0 ? took : longest;
        }
        assertThat(pass.isDone()).isFalse();
        assertThat(longest).isLessThan(Duration.ofSeconds(10));
        leave.countDown();
        assertThatWrite(join(pass)).succeeded();
        assertThat(tasks()).isEqualTo(before + 1);
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(6 + 1 + 15 + 95 + 1);
        for (int i = 1; i <= 5; i++) {
            assertThat(memory.text("topics/w" + i + ".md"))
                    .contains("One is the owner's " + i + ".")
                    .contains(plain(2))
                    .contains("Three is the writer's " + i + ".");
        }
        assertThat(memory.written("s")).containsExactly("u1", "u2");
        System.out.println("FIGURE longest of 100 updates beside a slow writer: " + longest.toMillis() + " ms");
    }

    @Test
    void theSameBlockGivesTheWriterOneMoreExchangeOnTheirs() throws Exception {
        List<String> shown = new ArrayList<>();
        int before = tasks();
        Future<Optional<WriteFailure>> pass = slowly(replacing(M, plain(2), "Two is the writer's."), (task, stage) -> {
            shown.add(stage.read(new TopicPath(M)).orElseThrow());
            return replacing(M, "Two is the owner's.", "Two is the owner's and the writer's.")
                    .run(task, stage);
        });
        page.change(rewriting(page.id(plain(2)), "Two is the owner's."));
        leave.countDown();
        assertThatWrite(join(pass)).succeeded();
        assertThat(tasks()).isEqualTo(before + 2);
        assertThat(writer.tasks().get(before).conflict()).isEmpty();
        assertThat(lastTask().conflict())
                .hasValueSatisfying(words -> assertThat(words).contains(M));
        assertThat(lastTask().violations()).isEmpty();
        assertThat(lastTask().batch()).hasSize(1);
        assertThat(shown)
                .singleElement()
                .satisfies(
                        text -> assertThat(text).contains("Two is the owner's.").doesNotContain("the writer's"));
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlock("Two is the owner's and the writer's.");
    }

    @Test
    void aSecondConflictLeavesTheirsAndIsWorthANewPass() throws Exception {
        int before = tasks();
        BlockId two = page.id(plain(2));
        Future<Optional<WriteFailure>> pass = slowly(replacing(M, plain(2), "Two is the writer's."), (task, stage) -> {
            stage.read(new TopicPath(M));
            page.change(rewriting(two, "Two is the owner's again."));
            return replacing(M, "Two is the owner's.", "Two is the writer's at last.")
                    .run(task, stage);
        });
        page.change(rewriting(two, "Two is the owner's."));
        leave.countDown();
        assertThatWrite(join(pass)).failedWith(FailureCode.CONCURRENT_UPDATE).retryable();
        assertThat(tasks()).isEqualTo(before + 2);
        assertThat(memory.written("s")).containsExactly("u1");
        assertThat(page.text()).contains("Two is the owner's again.").doesNotContain("the writer's");
        assertThat(memory.workspace().read().status().refusedBatches()).isEmpty();
        writer.then(replacing(M, "Two is the owner's again.", "Two is the writer's at last."));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "u2");
        assertThat(page.text()).contains("Two is the writer's at last.");
    }

    @Test
    void whoeverWasRefusedOnceGetsNoThirdExchange() throws Exception {
        int before = tasks();
        BlockId two = page.id(plain(2));
        Future<Optional<WriteFailure>> pass = slowly(WriterSteps.refused(M), (task, stage) -> {
            stage.read(new TopicPath(M));
            page.change(rewriting(two, "Two is the owner's."));
            return replacing(M, plain(2), "Two is the writer's.").run(task, stage);
        });
        leave.countDown();
        assertThatWrite(join(pass)).failedWith(FailureCode.CONCURRENT_UPDATE).retryable();
        assertThat(tasks()).isEqualTo(before + 2);
        assertThat(lastTask().violations()).isNotEmpty();
        assertThat(memory.written("s")).containsExactly("u1");
        assertThat(page.text()).contains("Two is the owner's.");
    }

    @Test
    void whoeverMetSomebodyOnceGetsNoThirdExchange() throws Exception {
        int before = tasks();
        Future<Optional<WriteFailure>> pass =
                slowly(replacing(M, plain(2), "Two is the writer's."), WriterSteps.refused(M));
        page.change(rewriting(page.id(plain(2)), "Two is the owner's."));
        leave.countDown();
        assertThatWrite(join(pass)).failedWith(FailureCode.COMMIT_REJECTED).notRetryable();
        assertThat(tasks()).isEqualTo(before + 2);
        assertThat(memory.written("s")).containsExactly("u1");
        assertThat(page.text()).contains("Two is the owner's.");
    }

    @Test
    void aLinkToABlockThatTheOwnerRemovedIsNotTheWritersFault() throws Exception {
        BlockId two = page.id(plain(2));
        Future<Optional<WriteFailure>> pass = slowly(
                WriterSteps.block("topics/links.md", "See [two](m.md#^" + two + ") for it.", "local/s/u2"),
                WriterSteps.block("topics/links.md", "There is nothing to see.", "local/s/u2"));
        page.change(new DeleteRecord(two));
        leave.countDown();
        assertThatWrite(join(pass)).succeeded();
        assertThat(lastTask().conflict()).isPresent();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlock("There is nothing to see.");
    }

    @Test
    void aPersonWhoSavesWhileTheWriterWorksIsSomebodyToo() throws Exception {
        Future<Optional<WriteFailure>> pass = slowly(replacing(M, plain(2), "Two is the writer's."));
        page.save(M, page.text().replace(plain(4), "Four is by hand."));
        leave.countDown();
        assertThatWrite(join(pass)).succeeded();
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasBlocks(7)
                .hasBlock("Two is the writer's.")
                .and()
                .hasBlock("Four is by hand.");
    }

    @Test
    void whatItBeganWithStaysReadableOverAHundredReplacedFiles() throws Exception {
        for (int i = 1; i <= 100; i++) {
            page.fill("topics/many/f" + i + ".md", 1);
        }
        List<String> read = new ArrayList<>();
        Future<Optional<WriteFailure>> pass = slowly((task, stage) -> {
            for (int i = 1; i <= 100; i++) {
                read.add(stage.read(new TopicPath("topics/many/f" + i + ".md")).orElseThrow());
            }
            return WriterSteps.record("topics/w.md").run(task, stage);
        });
        // As if all this took days: nothing is young any more but what the pass still needs.
        memory.clock().advance(Duration.ofDays(3650));
        for (int i = 1; i <= 100; i++) {
            String path = "topics/many/f" + i + ".md";
            page.write(path, memory.text(path).replace(plain(1), "One is the owner's " + "x".repeat(8000) + i + "."));
        }
        memory.open().close();
        memory.open();
        assertThat(kept()).hasSizeGreaterThanOrEqualTo(100);
        leave.countDown();
        assertThatWrite(join(pass)).succeeded();
        assertThat(read).hasSize(100).allSatisfy(text -> assertThat(text).contains(plain(1)));
        assertThat(registrations()).isEmpty();
        memory.open();
        assertThat(kept()).as("nobody reads them any more").isEmpty();
    }

    @Test
    void whatADeadProcessWasReadingIsSwept() throws Exception {
        Process dead = new ProcessBuilder("true").start();
        assertThat(dead.waitFor()).isZero();
        Path base = page.file(".scriptorium/base");
        Files.createDirectories(base);
        Files.createFile(base.resolve(dead.pid() + "-0123abcd.pass"));
        memory.open();
        assertThat(registrations()).isEmpty();
    }

    private List<Path> inBase() throws IOException {
        Path base = page.file(".scriptorium/base");
        if (!Files.isDirectory(base)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(base)) {
            return all.toList();
        }
    }

    private List<Path> registrations() throws IOException {
        return inBase().stream()
                .filter(file -> file.toString().endsWith(".pass"))
                .toList();
    }

    private List<Path> kept() throws IOException {
        return inBase().stream()
                .filter(file -> !file.toString().endsWith(".pass"))
                .toList();
    }

    /** Row 5. */
    @Test
    void updatesLandWhileTopicsAreOrganised() throws Exception {
        writer.organising(WriterSteps.waiting(begun, leave, (task, stage) -> {
            replacing(M, plain(5), "Five is organised.").run(task, stage);
            return replacing(M, plain(6), "Six is organised.").run(task, stage);
        }));
        Future<ReorganizeReport> organising =
                threads.submit(() -> memory.backend().reorganize(ReorganizeRequest.install()));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        for (int i = 1; i <= 4; i++) {
            page.change(rewriting(page.id(plain(i)), "The owner has changed " + i + "."));
        }
        page.change(adding("The owner adds one.", "topics/new.md"));
        leave.countDown();
        assertThat(join(organising).status()).isEqualTo(ReorganizeReport.Status.OK);
        assertThat(writer.organiseTasks()).hasSize(1);
        assertThat(page.text())
                .contains("The owner has changed 1.", "The owner has changed 2.")
                .contains("The owner has changed 3.", "The owner has changed 4.")
                .contains("Five is organised.", "Six is organised.");
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(8).hasBlock("The owner adds one.");
    }

    /** Row 5. */
    @Test
    void organisingTheSameBlockIsTriedOnceMore() throws Exception {
        writer.organising((task, stage) -> {
            if (task.conflict().isEmpty()) {
                return WriterSteps.waiting(begun, leave, replacing(M, plain(5), "Five is organised."))
                        .run(task, stage);
            }
            return replacing(M, "Five is the owner's.", "Five is the owner's, organised.")
                    .run(task, stage);
        });
        Future<ReorganizeReport> organising =
                threads.submit(() -> memory.backend().reorganize(ReorganizeRequest.install()));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        page.change(rewriting(page.id(plain(5)), "Five is the owner's."));
        leave.countDown();
        assertThat(join(organising).status()).isEqualTo(ReorganizeReport.Status.OK);
        assertThat(writer.organiseTasks()).hasSize(2);
        assertThat(page.text()).contains("Five is the owner's, organised.");
    }
}
