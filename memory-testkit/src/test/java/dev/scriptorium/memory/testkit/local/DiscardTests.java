package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryBackends;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.markdown.change.CreateRecord;
import dev.scriptorium.memory.markdown.change.Destination;
import dev.scriptorium.memory.markdown.change.Position;
import dev.scriptorium.memory.markdown.change.SourceCitation;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Before a host drops turns they are safe on disk, or it is told that they are not (rows 37 and 39). */
@ExtendWith(WorkspaceExtension.class)
class DiscardTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private InMemorySession session;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        session = memory.store()
                .session("s")
                .say("u1", "I live in Lisbon.")
                .add("t1", TurnKind.TOOL, "{}", same -> {})
                .reply("a1", "Noted.");
    }

    private DiscardOutcome discard() {
        return memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()));
    }

    @Test
    void theTurnsAreArchivedAndNoMarkIsSet() {
        assertThat(discard().archived()).isTrue();
        MemoryAssertions.assertThat(memory)
                .hasNoProblems()
                .hasArchived(2)
                .hasBlocks(0)
                .hasPending(2);
        assertThat(memory.written("s")).isEmpty();
        assertThat(writer.tasks()).isEmpty();
        assertThat(memory.workspace().history().log(Optional.empty(), 9))
                .singleElement()
                .satisfies(commit -> assertThat(commit.paths()).containsExactly("sources/local/_v2/s.md"));
    }

    @Test
    void askedTwiceNothingIsArchivedTwice() {
        discard();
        ByteSnapshot before = memory.bytes();
        assertThat(discard().archived()).isTrue();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }

    @Test
    void whatIsArchivedBeforeACompactionIsWrittenAfterIt() {
        discard();
        session.compact("sum", "Lives in Lisbon.").say("u2", "I work as a baker.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2");
        MemoryAssertions.assertThat(memory).hasArchived(3).hasBlock("Lisbon").citing("local/s/u1");
    }

    @Test
    void whatNoLiveBranchHoldsAnyMoreIsOwedToTheNextPassOfAnySession() {
        discard();
        memory.store().delete("s");
        memory.store().session("t").say("v1", "I play the cello.");
        assertThatWrite(memory.write("t")).succeeded();
        assertThat(writer.turnsShown().stream().flatMap(List::stream)).contains("u1", "a1", "v1");
        MemoryAssertions.assertThat(memory).hasBlock("Lisbon").citing("local/s/u1");
    }

    @Test
    void aFactSaidOnlyInDeletedTurnsIsInATopicAfterTheNextPass() {
        memory.use(new ExtractiveTopicWriter());
        memory.open();
        InMemorySession talk = memory.store().session("loop");
        for (int turn = 0; turn < 12; turn++) {
            talk.say("q" + turn, turn == 1 ? "I moved to Porto in March." : "What is " + turn + " times seven?")
                    .reply("r" + turn, "It is " + 7 * turn + ".");
            if (turn % 4 == 3) {
                // The host's window is full: it asks, then forgets these turns for good and goes on with a summary.
                List<Turn> dropped = talk.turns();
                DiscardOutcome outcome = memory.backend().extractBeforeDiscard(DiscardRequest.of(talk.id(), dropped));
                assertThat(outcome.archived()).isTrue();
                memory.store().delete("loop");
                talk = memory.store().session("loop").add("sum" + turn, TurnKind.SUMMARY, outcome.text(), same -> {});
            }
            assertThatWrite(memory.writeDue("loop")).succeeded();
        }
        MemoryAssertions.assertThat(memory).hasBlocks(0);
        assertThatWrite(memory.write("loop")).succeeded();
        MemoryAssertions.assertThat(memory).hasBlock("Porto").citing("local/loop/q1");
        int cited = memory.workspace().read().status().blocks();
        memory.reopen();
        assertThatWrite(memory.write("loop")).succeeded();
        MemoryAssertions.assertThat(memory).hasBlocks(cited);
    }

    @Test
    void whatBelongsInTheSummaryIsExtracted() {
        session.say("u2", "I work as a baker in Porto, and my sister Ana lives in Braga.");
        assertThat(discard().text())
                .contains("I live in Lisbon.")
                .contains("- user")
                .contains("Braga");
        assertThat(memory.backend()
                        .extractBeforeDiscard(DiscardRequest.of(session.id(), List.of()))
                        .text())
                .isEmpty();
    }

    @Test
    void whatIsOwedIsShownToOnePassAndToNoneAfterIt() {
        discard();
        memory.store().delete("s");
        memory.store().session("t").say("v1", "I play the cello.");
        writer.then(WriterSteps.nothing("nothing in it"));
        assertThatWrite(memory.write("t")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "v1"));
        memory.reopen();
        memory.store().session("t").say("v2", "I sold the cello.");
        assertThatWrite(memory.write("t")).succeeded();
        assertThat(writer.turnsShown()).last().isEqualTo(List.of("v2"));
        discardAgainAsTheHostThatForgotThatItDid();
        memory.store().session("t").say("v3", "I bought another.");
        assertThatWrite(memory.write("t")).succeeded();
        assertThat(writer.turnsShown()).last().isEqualTo(List.of("v3"));
    }

    private void discardAgainAsTheHostThatForgotThatItDid() {
        assertThat(memory.backend()
                        .extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()))
                        .archived())
                .isTrue();
    }

    @Test
    void whatWasWrittenBeforeTheDiscardIsNotOwed() {
        assertThatWrite(memory.write("s")).succeeded();
        discard();
        memory.store().delete("s");
        memory.store().session("t").say("v1", "I play the cello.");
        assertThatWrite(memory.write("t")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1"), List.of("v1"));
    }

    @Test
    void whatABlockCitesMeanwhileIsNotOwed() {
        discard();
        memory.store().delete("s");
        CreateRecord record = new CreateRecord(
                "Lives in Lisbon.",
                "undated",
                List.of(new SourceCitation("local/s/u1", "said")),
                new Destination(new TopicPath("topics/me.md"), List.of(), Position.END, null));
        WorkspaceChange change = memory.workspace().change();
        change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(record))
                .build());
        memory.store().session("t").say("v1", "I play the cello.");
        assertThatWrite(memory.write("t")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("a1", "v1"));
    }

    @Test
    void aBranchThatIsLeftBehindInTheStoreIsOwedOnceNoTipHoldsIt() {
        discard();
        session.archive("a1").add("n1", TurnKind.USER, "Let us begin anew.", turn -> turn.parent(null));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "n1"));
    }

    @Test
    void turnsThatTheHostRewoundAreNotOwed() {
        discard();
        session.rewind("u1");
        memory.store().session("t").say("v1", "I play the cello.");
        assertThatWrite(memory.write("t")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("v1"));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("v1"), List.of("u1"));
    }

    @Test
    void whatIsOwedCountsTowardsTheThresholdAndTheIdleRule() {
        discard();
        memory.store().delete("s");
        memory.store().session("t").say("v1", "I play the cello.");
        assertThatWrite(memory.writeDue("t")).succeeded();
        assertThat(writer.tasks()).isEmpty();
        memory.open(settings -> settings.batchTokens(10));
        assertThatWrite(memory.writeDue("t")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "v1"));
    }

    @Test
    void whatIsOwedIsWrittenByAWriteOfASessionThatHasNothingItself() {
        discard();
        memory.store().delete("s");
        memory.clock().advance(Duration.ofHours(2));
        assertThatWrite(memory.writeDue("nobody")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1"));
    }

    @Test
    void whatIsOwedAndRefusedKeepsNoSessionWaiting() {
        discard();
        memory.store().delete("s");
        memory.store().session("t").say("v1", "I play the cello.");
        writer.then(WriterSteps.refused("topics/a.md"), WriterSteps.refused("topics/a.md"));
        assertThatWrite(memory.write("t")).failedWith(FailureCode.COMMIT_REJECTED);
        assertThat(memory.written("t")).containsExactly("v1");
        memory.store().session("t").say("v2", "I sold the cello.");
        memory.clock().advance(Duration.ofHours(2));
        assertThatWrite(memory.writeDue("t")).succeeded();
        assertThat(memory.written("t")).containsExactly("v1", "v2");
        memory.clock().advance(Duration.ofHours(25));
        assertThatWrite(memory.writeDue("t")).succeeded();
        assertThat(writer.turnsShown())
                .as("what was owed with it was tried without it")
                .endsWith(List.of("a1", "v2"), List.of("u1"));
    }

    private List<String> refused() {
        return memory.workspace().read().status().refusedBatches().stream()
                .map(batch -> batch.session().value())
                .toList();
    }

    @Test
    void oneAfterTheOtherMayBeRefusedAndNoSessionWaits() {
        discard();
        memory.store().delete("s");
        for (int i = 1; i <= 3; i++) {
            memory.store().session("t").say("v" + i, "I play cello number " + i + ".");
            memory.clock().advance(Duration.ofHours(2));
            if (i < 3) {
                writer.then(WriterSteps.refused("topics/a.md"), WriterSteps.refused("topics/a.md"));
                assertThatWrite(memory.writeDue("t")).failedWith(FailureCode.COMMIT_REJECTED);
            } else {
                assertThatWrite(memory.writeDue("t")).succeeded();
            }
            assertThat(writer.turnsShown()).last().isEqualTo(List.of("v" + i));
        }
        assertThat(memory.written("t")).containsExactly("v1", "v2", "v3");
        assertThat(refused()).containsExactly("s", "s");
    }

    @Test
    void whatIsOwedIsNotBlamedForTurnsThatAreRefusedWithoutItToo() {
        discard();
        memory.store().delete("s");
        memory.store().session("t").say("v1", "I play the cello.");
        memory.clock().advance(Duration.ofHours(2));
        for (int i = 0; i < 4; i++) {
            writer.then(WriterSteps.refused("topics/a.md"));
        }
        assertThatWrite(memory.writeDue("t")).failedWith(FailureCode.COMMIT_REJECTED);
        assertThat(refused()).containsExactly("t");
        assertThatWrite(memory.writeDue("t")).succeeded();
        assertThat(writer.turnsShown()).last().isEqualTo(List.of("u1", "a1"));
        int tasks = writer.tasks().size();
        assertThatWrite(memory.writeDue("t")).succeeded();
        assertThat(writer.tasks()).hasSize(tasks);
    }

    private WriteRequest given(List<Turn> turns) {
        return WriteRequest.builder(session.id()).force(true).turns(turns).build();
    }

    private void writtenAsOwed() {
        discard();
        session.archive("a1").add("n1", TurnKind.USER, "Let us begin anew.", turn -> turn.parent(null));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "n1"));
    }

    @Test
    void whatWasWrittenAsOwedIsNotWrittenAgainWhenItsBranchComesBack() {
        writtenAsOwed();
        session.head("a1").say("u2", "I work as a baker.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).last().isEqualTo(List.of("u2"));
        int tasks = writer.tasks().size();
        assertThatWrite(memory.backend().write(given(session.turns().subList(0, 3))))
                .succeeded();
        assertThat(writer.tasks()).hasSize(tasks);
    }

    @Test
    void norWhileTheEntryThatNamesItWaitsForItsMarks() {
        memory.store().failMarks(100);
        writtenAsOwed();
        session.head("a1");
        assertThatWrite(memory.write("s")).succeeded();
        memory.store().failMarks(0);
        assertThat(writer.turnsShown()).hasSize(1);
    }

    @Test
    void whatStandsBeforeTurnsThatTheHostWritesByHandIsStillOwed() {
        discard();
        session.say("u2", "I work as a baker.");
        List<Turn> later = session.turns().subList(3, 4);
        assertThatWrite(memory.backend().write(given(later))).succeeded();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u2"), List.of("u1", "a1"));
    }

    @Test
    void whatIsCitedByHandIsSettledWithoutAWriter() {
        discard();
        memory.store().delete("s");
        CreateRecord record = new CreateRecord(
                "Lives in Lisbon.",
                "undated",
                List.of(new SourceCitation("local/s/u1", "said"), new SourceCitation("local/s/a1", "said")),
                new Destination(new TopicPath("topics/me.md"), List.of(), Position.END, null));
        WorkspaceChange change = memory.workspace().change();
        change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(record))
                .build());
        memory.clock().advance(Duration.ofHours(2));
        assertThatWrite(memory.writeDue("t")).succeeded();
        assertThat(writer.tasks()).isEmpty();
        assertThat(memory.text(".scriptorium/owed-sources.jsonl"))
                .as("a line a turn")
                .endsWith("{\"settled\":[\"local/s/u1\"]}\n{\"settled\":[\"local/s/a1\"]}\n");
    }

    @Test
    void theNameOfATurnThatIsMarkedIsNotKept() {
        discard();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.text(".scriptorium/owed-sources.jsonl"))
                .contains("{\"marked\":[\"local/s/u1\"]}\n")
                .doesNotContain("settled");
    }

    @Test
    void anExportTakesWhatIsOwedAlong(@TempDir Path place) {
        discard();
        memory.store().delete("s");
        memory.store().session("t").say("v1", "I play the cello.");
        memory.workspace().maintain().export(place.resolve("memory.zip"));
        ScriptedTopicWriter other = ScriptedTopicWriter.of();
        LocalMemoryConfig config = LocalMemoryConfig.builder(place.resolve("back"), memory.store())
                .writer(other)
                .clock(memory.clock())
                .build();
        LocalMemoryBackend.restoreExport(place.resolve("memory.zip"), config);
        try (LocalMemoryBackend restored = LocalMemoryBackend.open(config)) {
            assertThat(restored.write(WriteRequest.force(new SessionId("t")))).isEmpty();
        }
        assertThat(other.turnsShown()).containsExactly(List.of("u1", "a1", "v1"));
    }

    @Test
    void withoutTheLockTheTurnsAreNotSaidToBeSafe() {
        memory.open(settings -> settings.backgroundLockTimeout(Duration.ofMillis(50)));
        WorkspaceLock lock = new WorkspaceLock(memory.directory().resolve(".scriptorium/write.lock"));
        try (WorkspaceLock.Held held = lock.acquire(Duration.ofSeconds(5))) {
            assertThat(held.isValid()).isTrue();
            assertThat(discard().archived()).isFalse();
        }
        MemoryAssertions.assertThat(memory).hasArchived(0);
        assertThat(discard().archived()).isTrue();
    }

    @Test
    void aDisabledOrClosedMemorySaysThatNothingIsSafe() {
        memory.open().close();
        assertThat(memory.backend()
                        .extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()))
                        .archived())
                .isFalse();
        assertThat(MemoryBackends.none()
                        .extractBeforeDiscard(DiscardRequest.of(session.id(), session.turns()))
                        .archived())
                .isFalse();
    }
}
