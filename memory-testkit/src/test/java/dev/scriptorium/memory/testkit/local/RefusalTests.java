package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.model.WriterSteps.block;
import static dev.scriptorium.memory.testkit.model.WriterSteps.edit;
import static dev.scriptorium.memory.testkit.model.WriterSteps.failing;
import static dev.scriptorium.memory.testkit.model.WriterSteps.noProgress;
import static dev.scriptorium.memory.testkit.model.WriterSteps.nothing;
import static dev.scriptorium.memory.testkit.model.WriterSteps.record;
import static dev.scriptorium.memory.testkit.model.WriterSteps.refused;
import static dev.scriptorium.memory.testkit.model.WriterSteps.throwing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.event.NothingToRecord;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.event.WriteEnded;
import dev.scriptorium.memory.api.event.WriteRefused;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.local.RefusedBatch;
import dev.scriptorium.memory.local.WriterReport;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of a batch whose writer does badly. */
@ExtendWith(WorkspaceExtension.class)
class RefusalTests {
    private static final String TOPIC = "topics/people/ada.md";

    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private InMemorySession session;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        session = memory.store().session("s").say("u1", "I live in Lisbon.").reply("a1", "Noted.");
    }

    private void nothingMarkedButArchived() {
        assertThat(memory.written("s")).isEmpty();
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasArchived(2)
                .hasPending(2)
                .hasBlocks(0);
        assertThat(memory.workspace().history().log(Optional.empty(), 1).get(0).message())
                .isEqualTo("memory: archive 2 turns of s");
    }

    @Test
    void anEditThatIsRefusedOnceIsRepaired() {
        writer.then(refused(TOPIC), record(TOPIC));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.tasks()).hasSize(2);
        assertThat(writer.tasks().get(0).violations()).isEmpty();
        assertThat(writer.tasks().get(1).violations()).singleElement().satisfies(violation -> {
            assertThat(violation.rule()).isEqualTo("uncited-prose");
            assertThat(violation.path()).isEqualTo(TOPIC);
            assertThat(violation.line()).isEqualTo(3);
            assertThat(violation.hint()).isNotBlank();
        });
        assertThat(memory.events().of(WriteRefused.class))
                .singleElement()
                .satisfies(event -> assertThat(event.rules()).containsExactly("uncited-prose"));
        MemoryAssertions.assertThat(memory).hasPending(0).hasBlocks(2).hasNoBlock("Nobody said this");
    }

    @Test
    void aRepairBeginsFromTheStateBeforeTheRefusedEdit() {
        writer.then(refused(TOPIC), (task, stage) -> {
            assertThat(stage.topics()).isEmpty();
            return record(TOPIC).run(task, stage);
        });
        assertThatWrite(memory.write("s")).succeeded();
    }

    @Test
    void anEditThatIsRefusedTwiceIsRejectedAndOnlyTheArchiveStays() {
        writer.then(refused(TOPIC), refused(TOPIC));
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.COMMIT_REJECTED)
                .notRetryable()
                .because("uncited-prose", TOPIC);
        nothingMarkedButArchived();
        assertThat(memory.events().of(WriteRefused.class)).hasSize(2);
        assertThat(memory.events().of(WriteEnded.class)).singleElement().satisfies(event -> {
            assertThat(event.code()).contains(FailureCode.COMMIT_REJECTED);
            assertThat(event.retryable()).isFalse();
        });
    }

    @Test
    void aRejectedBatchIsPassedByUntilSomebodyForcesIt() {
        memory.open(settings -> settings.batchTokens(5));
        writer.then(refused(TOPIC), refused(TOPIC));
        assertThatWrite(memory.writeDue("s")).failedWith(FailureCode.COMMIT_REJECTED);
        assertThat(memory.workspace().read().status().refusedBatches())
                .singleElement()
                .satisfies(batch -> {
                    assertThat(batch.session().value()).isEqualTo("s");
                    assertThat(batch.code()).isEqualTo(FailureCode.COMMIT_REJECTED);
                });
        session.say("u2", "I work as a baker in the old town.");
        assertThatWrite(memory.writeDue("s")).succeeded();
        assertThat(writer.tasks())
                .as("the refused batch blocks the later turns")
                .hasSize(2);
        memory.store().session("t").say("u1", "I play the cello.");
        assertThatWrite(memory.writeDue("t")).succeeded();
        assertThat(memory.written("t")).as("another session goes on").containsExactly("u1");
        memory.reopen();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2");
        assertThat(memory.workspace().read().status().refusedBatches()).isEmpty();
    }

    @Test
    void aRejectedBatchIsTriedAgainByItselfAfterADay() {
        memory.open(settings -> settings.batchTokens(5));
        writer.then(refused(TOPIC), refused(TOPIC));
        assertThatWrite(memory.writeDue("s")).failedWith(FailureCode.COMMIT_REJECTED);
        memory.clock().advance(Duration.ofHours(23));
        assertThatWrite(memory.writeDue("s")).succeeded();
        assertThat(writer.tasks()).hasSize(2);
        memory.clock().advance(Duration.ofMinutes(61));
        assertThatWrite(memory.writeDue("s")).succeeded();
        assertThat(memory.written("s")).isNotEmpty();
        assertThat(memory.workspace().read().status().refusedBatches())
                .extracting(RefusedBatch::session)
                .isEmpty();
    }

    @Test
    void aWriterWithoutEditAndWithoutAWordMadeNoProgress() {
        writer.then(noProgress());
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.WRITER_NO_PROGRESS)
                .notRetryable();
        nothingMarkedButArchived();
    }

    @Test
    void anEditBackToTheSameBytesIsNoProgress() {
        memory.write("s");
        session.say("u2", "I work as a baker.");
        TopicPath path = TopicPath.of(ScriptedTopicWriter.TOPIC);
        writer.then(edit(stage -> {
            String text = stage.read(path).orElseThrow();
            stage.write(path, "something else");
            stage.write(path, text);
        }));
        ByteSnapshot topics = memory.bytes().below("topics");
        assertThatWrite(memory.write("s")).failedWith(FailureCode.WRITER_NO_PROGRESS);
        MemoryAssertions.assertThat(memory.bytes().below("topics")).isUnchangedSince(topics);
        assertThat(memory.written("s")).containsExactly("u1", "a1");
    }

    @Test
    void anEditThatNormalisesToTheSameBytesIsNoProgress() {
        memory.write("s");
        session.say("u2", "I work as a baker.");
        TopicPath path = TopicPath.of(ScriptedTopicWriter.TOPIC);
        writer.then(
                edit(stage -> stage.write(path, stage.read(path).orElseThrow().replace("\n", "\r\n"))));
        int commits = memory.commits();
        assertThatWrite(memory.write("s")).failedWith(FailureCode.WRITER_NO_PROGRESS);
        assertThat(memory.written("s")).containsExactly("u1", "a1");
        assertThat(memory.commits()).isEqualTo(commits + 1);
    }

    @Test
    void nothingToRecordIsAnOutcomeAndMarksTheBatch() {
        writer.then(nothing("only small talk"));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "a1");
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasArchived(2)
                .hasPending(0)
                .hasBlocks(0);
        assertThat(memory.events().of(NothingToRecord.class)).singleElement().satisfies(event -> {
            assertThat(event.turns()).isEqualTo(2);
            assertThat(event.reason()).isEqualTo("only small talk");
            assertThat(event.toString()).doesNotContain("small talk");
        });
        assertThat(memory.events().of(WriteCommitted.class)).isEmpty();
        assertThat(memory.workspace().history().log(Optional.empty(), 9))
                .singleElement()
                .satisfies(commit -> {
                    assertThat(commit.message()).isEqualTo("memory: archive 2 turns of s");
                    assertThat(commit.paths()).containsExactly("sources/local/_v2/s.md");
                });
        int before = writer.tasks().size();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.tasks()).hasSize(before);
    }

    @Test
    void nothingToRecordAfterARefusedEditTakesTheEditBack() {
        writer.then(refused(TOPIC), nothing("on second thought"));
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasBlocks(0).hasPending(0);
    }

    @Test
    void aWriterThatEditsCannotSayThatThereIsNothingToRecord() {
        writer.then((task, stage) -> {
            record(TOPIC).run(task, stage);
            return WriterOutcome.nothingToRecord("I changed my mind");
        });
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasNoProblems().hasPending(0);
    }

    @Test
    void aFailureOfTheModelIsPassedOnWithItsVerdict() {
        writer.then(failing(
                WriteFailure.of(FailureCode.MODEL_RATE_LIMIT, "slow down").withRetryAfter(Duration.ofSeconds(30))));
        Optional<WriteFailure> answer = memory.write("s");
        assertThatWrite(answer).failedWith(FailureCode.MODEL_RATE_LIMIT).retryable();
        assertThat(answer.orElseThrow().retryAfter()).contains(Duration.ofSeconds(30));
        nothingMarkedButArchived();
        assertThat(memory.workspace().read().status().refusedBatches()).isEmpty();
        WriterReport report = memory.workspace().read().status().writer();
        assertThat(report.lastOutcome()).contains("failure");
        assertThat(report.lastFailureCode()).contains(FailureCode.MODEL_RATE_LIMIT);
        assertThat(report.lastFailureRetryable()).isTrue();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.workspace().read().status().writer().lastOutcome()).contains("success");
    }

    @Test
    void aWriterThatBreaksDownIsAFailureLikeAnyOther() {
        writer.then(throwing(new IllegalStateException("bug in the writer")));
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.WRITER_FAILURE_UNKNOWN)
                .notRetryable();
        nothingMarkedButArchived();
        assertThat(memory.events().of(WriteEnded.class))
                .singleElement()
                .satisfies(event -> assertThat(event.code()).contains(FailureCode.WRITER_FAILURE_UNKNOWN));
        assertThat(memory.workspace().read().status().writer().lastFailureCode())
                .contains(FailureCode.WRITER_FAILURE_UNKNOWN);
        assertThatWrite(memory.write("s")).succeeded();
    }

    @Test
    void aWriterCannotCiteWhatItWasNotShown() {
        memory.store().session("other").say("u9", "The vault code is 1234.");
        memory.backend()
                .extractBeforeDiscard(DiscardRequest.of(
                        memory.store().session("other").id(),
                        memory.store().session("other").turns()));
        writer.then(
                block(TOPIC, "The vault code is 1234.", "local/other/u9"),
                block(TOPIC, "The vault code is 1234.", "local/nobody/u9"));
        assertThatWrite(memory.write("s")).failedWith(FailureCode.COMMIT_REJECTED);
        assertThat(writer.tasks().get(1).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.rule()).isEqualTo("source-not-allowed"));
        MemoryAssertions.assertThat(memory).hasBlocks(0);
    }

    @Test
    void aWriterCannotRemoveMoreThanTheLossGuardAllows() {
        for (int i = 2; i <= 9; i++) {
            session.say("u" + i, "Fact number " + i + " of the list.");
        }
        memory.write("s");
        session.say("u10", "One more fact.");
        TopicPath path = TopicPath.of(ScriptedTopicWriter.TOPIC);
        writer.then(edit(stage -> stage.delete(path)), edit(stage -> stage.delete(path)));
        ByteSnapshot before = memory.bytes().below("topics");
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.COMMIT_REJECTED)
                .because("loss-guard");
        MemoryAssertions.assertThat(memory.bytes().below("topics")).isUnchangedSince(before);
        MemoryAssertions.assertThat(memory).hasBlocks(10);
    }

    @Test
    void whatAWriterRemovesWithinTheGuardIsInTheEventAndTheCommit() {
        for (int i = 2; i <= 9; i++) {
            session.say("u" + i, "Fact number " + i + " of the list.");
        }
        memory.write("s");
        session.say("u10", "Fact number 2 is wrong.");
        TopicPath path = TopicPath.of(ScriptedTopicWriter.TOPIC);
        writer.then((task, stage) -> {
            String text = stage.read(path).orElseThrow();
            int from = text.indexOf("Fact number 2");
            stage.write(path, text.substring(0, from) + text.substring(text.indexOf("Fact number 3")));
            return record("topics/more.md").run(task, stage);
        });
        memory.events().clear();
        assertThatWrite(memory.write("s")).succeeded();
        List<WriteCommitted> committed = memory.events().of(WriteCommitted.class);
        assertThat(committed)
                .singleElement()
                .satisfies(event -> assertThat(event.removed()).hasSize(1));
        assertThat(memory.workspace().history().log(Optional.empty(), 1).get(0).message())
                .as("D15: deletions are listed in the commit message")
                .contains(committed.get(0).removed().get(0).value());
        MemoryAssertions.assertThat(memory).hasNoBlock("Fact number 2 of");
    }
}
