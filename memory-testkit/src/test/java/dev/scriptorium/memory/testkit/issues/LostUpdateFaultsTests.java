package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.WriterException;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.processes.ChildJvm;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Group 1 of the reported faults: lost updates, mass deletion, silent loss. */
@ExtendWith(WorkspaceExtension.class)
@Timeout(180)
class LostUpdateFaultsTests {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(ScriptedTopicWriter.of());
        memory.store().session("s").say("u1", "I live in Lisbon.");
        memory.backend()
                .extractBeforeDiscard(DiscardRequest.of(
                        memory.store().session("s").id(),
                        memory.store().session("s").turns()));
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    static UpdateResult create(LocalMemoryBackend backend, String topic, String text, @Nullable Revision base) {
        WorkspaceChange change = backend.workspace().change();
        CreateRecord record = new CreateRecord(
                text,
                "undated",
                List.of(new SourceCitation("local/s/u1", "said")),
                new Destination(TopicPath.of(topic), List.of("scripted"), Position.END, null));
        return change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(record))
                .base(base)
                .build());
    }

    /** Row 1. */
    @Test
    void twoAdditionsFromTheSameRevisionBothSurvive() throws Exception {
        create(memory.backend(), "topics/core.md", "There is a first block.", null);
        Revision base = memory.workspace().read().status().revision();
        Callable<UpdateResult> one = () -> create(memory.backend(), "topics/core.md", "The addition of one.", base);
        Callable<UpdateResult> two = () -> create(memory.backend(), "topics/core.md", "The addition of two.", base);
        int succeeded = 0;
        for (Future<UpdateResult> result : threads.invokeAll(List.of(one, two))) {
            try {
                result.get(60, TimeUnit.SECONDS);
                succeeded++;
            } catch (ExecutionException e) {
                assertThat(e.getCause())
                        .isInstanceOfSatisfying(
                                MemoryException.class,
                                trouble -> assertThat(trouble.code()).isEqualTo(ErrorCode.CONCURRENT_UPDATE));
            }
        }
        MemoryAssertions.assertThat(memory).hasBlocks(1 + succeeded);
        assertThat(succeeded).isPositive();
    }

    /** Row 1, the second half: the same by two programs. */
    @Test
    void twoProgramsThatAddFromTheSameRevisionLoseNothing() throws Exception {
        create(memory.backend(), "topics/core.md", "There is a first block.", null);
        String base = memory.workspace().read().status().revision().value();
        String directory = memory.directory().toString();
        List<String> texts = List.of("The addition of one.", "The addition of two.");
        List<String> answers = new ArrayList<>();
        try (ChildJvm one = ChildJvm.start(AddingProcess.class, directory, base, texts.get(0));
                ChildJvm two = ChildJvm.start(AddingProcess.class, directory, base, texts.get(1))) {
            assertThat(List.of(String.valueOf(one.line()), String.valueOf(two.line())))
                    .containsOnly("ready");
            one.tell("go");
            two.tell("go");
            answers.add(one.line());
            answers.add(two.line());
        }
        assertThat(answers).contains("added").isSubsetOf("added", "CONCURRENT_UPDATE");
        for (int i = 0; i < texts.size(); i++) {
            if (answers.get(i).equals("added")) {
                MemoryAssertions.assertThat(memory).hasBlock(texts.get(i));
            } else {
                MemoryAssertions.assertThat(memory).hasNoBlock(texts.get(i));
            }
        }
        assertThat(memory.workspace().read().status().unadopted()).isEmpty();
    }

    /** Row 4. */
    @Test
    void afterOneOutsideEditOrdinaryWritesGoOn() throws IOException {
        assertThatWrite(memory.write("s")).succeeded();
        Path topic = memory.handEdited().directory().resolve(ScriptedTopicWriter.TOPIC);
        Files.writeString(
                topic,
                Files.readString(topic)
                        + "\nA person added this.[^x1]\n\n[^x1]: Time: `undated`; Sources: [said](local/s/u1)\n");
        int refusals = 0;
        for (int i = 2; i <= 11; i++) {
            memory.store().session("s").say("u" + i, "Ordinary fact number " + i + ".");
            refusals += memory.write("s").isPresent() ? 1 : 0;
        }
        assertThat(refusals).isLessThanOrEqualTo(1);
        MemoryAssertions.assertThat(memory)
                .hasBlocks(12)
                .hasBlock("A person added this.")
                .and()
                .hasBlock("fact number 11");
    }

    /** Row 5. */
    @Test
    void anOrganiserThatThinksForMinutesOverwritesNothing() throws Exception {
        assertThatWrite(memory.write("s")).succeeded();
        memory.close();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        TopicPath topic = TopicPath.of(ScriptedTopicWriter.TOPIC);
        WriterStepOnce rename = new WriterStepOnce(begun, leave, topic);
        LocalMemoryBackend backend =
                memory.use(ScriptedTopicWriter.of().organising(rename::run)).open();
        Future<ReorganizeReport> report = threads.submit(() -> backend.reorganize(ReorganizeRequest.install()));
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        create(backend, ScriptedTopicWriter.TOPIC, "This came while it was thinking.", null);
        leave.countDown();
        assertThat(report.get(60, TimeUnit.SECONDS).failure()).isEmpty();
        assertThat(report.get().status()).isEqualTo(ReorganizeReport.Status.OK);
        MemoryAssertions.assertThat(memory).hasBlocks(2).hasBlock("while it was thinking");
        assertThat(memory.text(ScriptedTopicWriter.TOPIC)).startsWith("# Organised\n");
    }

    /** Waits at its first call only, then gives the topic another title. */
    private record WriterStepOnce(CountDownLatch begun, CountDownLatch leave, TopicPath topic) {
        WriterOutcome run(WriterTask task, Stage stage) throws WriterException {
            return WriterSteps.waiting(
                            begun,
                            leave,
                            WriterSteps.edit(edited -> edited.write(
                                    topic, edited.read(topic).orElseThrow().replaceFirst("^# .*", "# Organised"))))
                    .run(task, stage);
        }
    }

    /** Row 6. */
    @Test
    void aTopicThatCannotBeReadIsNotTakenForDeleted() throws IOException {
        assertThatWrite(memory.write("s")).succeeded();
        Path topic = memory.directory().resolve(ScriptedTopicWriter.TOPIC);
        Path aside = memory.beside().resolve("aside.md");
        Files.move(topic, aside);
        // A directory in its place cannot be read as a file, whoever asks.
        Files.createDirectory(topic);
        memory.backend().workspace().read().status();
        Files.delete(topic);
        Files.move(aside, topic);
        memory.reopen();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(1);
    }

    /** Row 8. */
    @Test
    void manyWritersOfOneTopicNeitherDeadlockNorDoubleAnything() throws Exception {
        LocalMemoryBackend other = memory.open();
        LocalMemoryBackend one = memory.backend();
        List<Callable<Integer>> work = new ArrayList<>();
        int writers = 4;
        int updates = 10;
        for (int w = 0; w < writers; w++) {
            int number = w;
            LocalMemoryBackend backend = w % 2 == 0 ? one : other;
            work.add(() -> {
                int done = 0;
                while (done < updates) {
                    try {
                        create(backend, "topics/busy.md", "Writer " + number + " made update " + done + ".", null);
                        done++;
                    } catch (MemoryException e) {
                        // The topic has changed since it was read: told, and tried again.
                        assertThat(e.code()).isEqualTo(ErrorCode.CONCURRENT_UPDATE);
                    }
                    backend.workspace().read().search(MemoryQuery.of("update"), false);
                }
                return done;
            });
        }
        for (Future<Integer> done : threads.invokeAll(work)) {
            assertThat(done.get(120, TimeUnit.SECONDS)).isEqualTo(updates);
        }
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(writers * updates);
    }

    /** Row 9. */
    @Test
    void anOrganiserCannotDropBlocksBeyondTheGuard() {
        for (int i = 2; i <= 5; i++) {
            memory.store().session("s").say("u" + i, "Fact number " + i + " of the list.");
        }
        ScriptedTopicWriter writer = ScriptedTopicWriter.of().organising(WriterSteps.edit(stage -> {
            TopicPath path = TopicPath.of(ScriptedTopicWriter.TOPIC);
            String text = stage.read(path).orElseThrow();
            stage.write(path, text.substring(0, text.indexOf("Fact number 3")));
        }));
        memory.use(writer).reopen();
        assertThatWrite(memory.write("s")).succeeded();
        ByteSnapshot before = memory.bytes().below("topics");
        ReorganizeReport report = memory.backend().reorganize(ReorganizeRequest.install());
        assertThat(report.status()).isEqualTo(ReorganizeReport.Status.FAILED);
        assertThat(report.failure().map(WriteFailure::code)).contains(FailureCode.COMMIT_REJECTED);
        assertThat(writer.organiseTasks()).hasSize(2);
        assertThat(writer.organiseTasks().get(1).violations())
                .anySatisfy(violation -> assertThat(violation.rule()).isEqualTo("loss-guard"));
        MemoryAssertions.assertThat(memory.bytes().below("topics")).isUnchangedSince(before);
    }

    /** Row 15. */
    @Test
    void nothingIsRetiredByItself() {
        memory.store()
                .session("s")
                .say("u2", "I lived in Rome from 2010 to 2012.")
                .say("u3", "I have lived in Oslo since 2020.");
        memory.use(new ExtractiveTopicWriter()).reopen();
        assertThatWrite(memory.write("s")).succeeded();
        memory.backend().reorganize(ReorganizeRequest.install());
        MemoryAssertions.assertThat(memory).hasBlock("Rome").and().hasBlock("Oslo");
    }

    @Test
    void aRefusedChangeChangesNoByte() {
        assertThatWrite(memory.write("s")).succeeded();
        ByteSnapshot before = memory.bytes();
        for (String bad :
                List.of("topics/../sources/a.md", "topics/a\\b.md", "topics/CON.md", "topics/a?.md", "a.txt")) {
            assertThatExceptionOfType(MemoryException.class)
                    .as(bad)
                    .isThrownBy(() -> create(memory.backend(), bad, "Some words.", null));
        }
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(() -> {
                    WorkspaceChange change = memory.workspace().change();
                    change.update(UpdateRequest.changes(
                                    change.owner("test/turn"),
                                    List.of(new CreateRecord(
                                            "Nobody said this.",
                                            "undated",
                                            List.of(SourceCitation.of("local/s/never")),
                                            new Destination(
                                                    TopicPath.of("topics/a.md"), List.of(), Position.END, null))))
                            .build());
                })
                .satisfies(e -> assertThat(e.code()).isIn(ErrorCode.MISSING_SOURCE, ErrorCode.INVALID_TOPIC_FORMAT));
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }
}
