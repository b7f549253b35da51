package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Faults of branching, rewinding, compacting and replaying (group 4). */
@ExtendWith(WorkspaceExtension.class)
class BranchFaultsTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private InMemorySession session;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        session = memory.store().session("s");
        for (int i = 1; i <= 9; i++) {
            session.say("m" + i, "This is the message of number " + i + ".");
        }
    }

    /** Row 33. */
    @Test
    void whatARewindLeavesBehindStaysPendingAsAnotherTip() {
        session.rewindLeavingBehind("m3").say("n4", "This goes on elsewhere.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("m1", "m2", "m3", "n4");
        assertThat(memory.workspace().read().status().waitingTurns()).isEqualTo(6);
        memory.open(settings -> settings.batchTokens(10));
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasArchived(10).hasPending(0);
        assertThat(writer.turnsShown().stream().flatMap(List::stream))
                .doesNotHaveDuplicates()
                .hasSize(10);
    }

    /** Row 34. */
    @Test
    void aForkedBranchIsReadAcrossTheFork() {
        session.fork("m4").say("f5", "A fork.");
        List<String> walked = new ArrayList<>();
        memory.store()
                .walk(
                        session.id(),
                        session.head().orElseThrow(),
                        turn -> walked.add(turn.id().value()));
        assertThat(walked).containsExactly("f5", "m4", "m3", "m2", "m1");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("m1", "m2", "m3", "m4", "f5"));
    }

    /** Row 36. */
    @Test
    void aTipThatIsNotFlushedYetIsRetryableAndMarksNothing() {
        session.hide("m9");
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.SESSION_NODES_UNAVAILABLE)
                .retryable();
        assertThat(memory.written("s")).isEmpty();
        session.reveal("m9");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).hasSize(9);
    }

    /** Row 37. */
    @Test
    void aWriteAfterACompactionSeesTheTurnsAndNotTheSummary() {
        session.compact("sum", "Nine messages were sent.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown().stream().flatMap(List::stream))
                .contains("m1", "m9")
                .doesNotContain("sum");
        MemoryAssertions.assertThat(memory).hasArchived(9);
        assertThat(memory.workspace().read().grep("Nine messages", 9)).isEmpty();
    }

    /** Row 39. */
    @Test
    void aDiscardBetweenTwoBatchesReturnsWhenTheArchiveIsOnTheDisk() {
        List<Turn> first = session.turns().subList(0, 4);
        DiscardOutcome outcome = memory.backend().extractBeforeDiscard(DiscardRequest.of(session.id(), first));
        assertThat(outcome.archived()).isTrue();
        assertThat(memory.text("sources/local/_v2/s.md")).contains("local/s/m1", "local/s/m4");
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasArchived(9).hasPending(0);
        assertThat(writer.turnsShown().stream().flatMap(List::stream))
                .doesNotHaveDuplicates()
                .hasSize(9);
    }

    /** Row 40. */
    @Test
    void aSummaryThatIsTheHeadIsNoTurnAndWritesNothingTwice() {
        assertThatWrite(memory.write("s")).succeeded();
        session.compact("sum", "This is the message of number 1, and so on.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.tasks()).hasSize(1);
        MemoryAssertions.assertThat(memory).hasArchived(9).hasBlocks(9);
    }

    /** Row 41. */
    @Test
    void aToolResultWhoseCallIsGoneIsPassedOver() {
        memory.store()
                .session("cut")
                .add("t1", TurnKind.TOOL, "{\"result\": 7}", same -> {})
                .add("r1", TurnKind.RUNTIME, "job 7 is done", same -> {})
                .say("u1", "The result is seven.");
        assertThatWrite(memory.write("cut")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1"));
        MemoryAssertions.assertThat(memory).hasArchived(1);
    }
}
