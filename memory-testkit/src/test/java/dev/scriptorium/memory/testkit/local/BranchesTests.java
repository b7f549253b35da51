package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.local.WorkspaceStatus;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every branch is written once and only once, whatever order forks, rewinds and compactions come in. */
@ExtendWith(WorkspaceExtension.class)
class BranchesTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private InMemorySession session;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        session = memory.store().session("s");
    }

    private void twoExchanges() {
        session.say("u1", "I live in Lisbon.")
                .reply("a1", "Noted.")
                .say("u2", "I work as a baker.")
                .reply("a2", "A fine trade.");
    }

    @Test
    void afterAForkExactlyTheNewSuffixIsWritten() {
        twoExchanges();
        assertThatWrite(memory.write("s")).succeeded();
        session.fork("a1").say("u3", "I also speak Danish.").reply("a3", "Velkommen.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "u2", "a2"), List.of("u3", "a3"));
        MemoryAssertions.assertThat(memory)
                .hasArchived(6)
                .hasPending(0)
                .hasBlock("Danish")
                .citing("local/s/u3");
    }

    @Test
    void goingBackToAnOldBranchWritesOnlyWhatIsNewThere() {
        twoExchanges();
        memory.write("s");
        session.fork("a1").say("u3", "I also speak Danish.");
        memory.write("s");
        session.head("a2").say("u4", "The bakery opens at six.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "u2", "a2"), List.of("u3"), List.of("u4"));
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2", "a2", "u3", "u4");
    }

    @Test
    void aForkBeforeTheFirstWriteWaitsBelowTheThresholdAndSharesNothingTwice() {
        twoExchanges();
        session.fork("a1").say("u3", "I also speak Danish.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "u3"));
        WorkspaceStatus status = memory.workspace().read().status();
        assertThat(status.pendingTurns()).isZero();
        assertThat(status.waitingTurns()).isEqualTo(2);
        session.head("a2");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "u3"), List.of("u2", "a2"));
        MemoryAssertions.assertThat(memory).hasArchived(5);
    }

    @Test
    void anotherTipThatReachesTheThresholdIsWrittenByForce() {
        twoExchanges();
        memory.open(settings -> settings.batchTokens(8));
        session.fork("a1").say("u3", "I also speak Danish.");
        session.fork("u3").say("u4", "Ja.").fork("u3").say("u5", "Nej.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2", "a2", "u3", "u5");
        assertThat(memory.workspace().read().status().waitingTurns()).isEqualTo(1);
        assertThat(memory.text("sources/local/_v2/s.md").split("source-id:", -1))
                .hasSize(7);
    }

    @Test
    void aRegeneratedReplyIsWrittenBesideTheOldOne() {
        session.say("u1", "I live in Lisbon.").reply("a1", "Noted.");
        memory.write("s");
        session.regenerate("a1", "a1b", "Lisbon it is.").say("u2", "Right.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1"), List.of("a1b", "u2"));
        assertThat(memory.written("s")).containsExactly("u1", "a1", "a1b", "u2");
    }

    @Test
    void aReplyRegeneratedBeforeTheWriteIsLeftWaiting() {
        session.say("u1", "I live in Lisbon.").reply("a1", "Noted.").regenerate("a1", "a1b", "Lisbon it is.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1b"));
        assertThat(memory.workspace().read().status().waitingTurns()).isEqualTo(1);
    }

    @Test
    void rewoundTurnsAreNeverArchivedShownOrCounted() {
        twoExchanges();
        session.rewind("a1");
        MemoryAssertions.assertThat(memory).hasPending(2);
        session.say("u3", "I also speak Danish.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "u3"));
        WorkspaceStatus status = memory.workspace().read().status();
        assertThat(status.turnsArchived()).isEqualTo(3);
        assertThat(status.pendingTurns() + status.waitingTurns()).isZero();
        assertThat(memory.text("sources/local/_v2/s.md")).doesNotContain("baker");
    }

    @Test
    void turnsRewoundAfterTheyWereWrittenStayWrittenAndTheWalkPassesThem() {
        twoExchanges();
        memory.write("s");
        session.rewind("a1").say("u3", "I also speak Danish.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "u2", "a2"), List.of("u3"));
        MemoryAssertions.assertThat(memory).hasArchived(5).hasBlock("baker").citing("local/s/u2");
    }

    @Test
    void whatACompactionReplacedIsWrittenWhateverItsLength() {
        twoExchanges();
        session.compact("sum", "The user lives in Lisbon and is a baker.").say("u3", "I also speak Danish.");
        MemoryAssertions.assertThat(memory).hasPending(5);
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2", "a2", "u3");
        MemoryAssertions.assertThat(memory)
                .hasArchived(5)
                .hasPending(0)
                .hasBlock("baker")
                .citing("local/s/u2");
        assertThat(memory.text("sources/local/_v2/s.md")).doesNotContain("The user lives in Lisbon");
    }

    @Test
    void afterACompactionOfWhatIsWrittenOnlyTheNewIsWritten() {
        twoExchanges();
        memory.write("s");
        session.compact("sum", "The user lives in Lisbon and is a baker.").say("u3", "I also speak Danish.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "u2", "a2"), List.of("u3"));
        ByteSnapshot before = memory.bytes();
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }

    @Test
    void aSummaryThatIsItselfTheHeadIsNoTurnToWrite() {
        twoExchanges();
        session.compact("sum", "The user lives in Lisbon and is a baker.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2", "a2");
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "u2", "a2"));
    }

    @Test
    void aCompactionOfACompactionIsFollowedToTheFirstTurn() {
        session.say("u1", "I live in Lisbon.").compact("s1", "Lives in Lisbon.");
        session.say("u2", "I work as a baker.").compact("s2", "Lives in Lisbon, a baker.");
        session.say("u3", "I also speak Danish.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "u2", "u3");
    }

    @Test
    void aCoveredBranchThatWasRefusedIsTriedAgainByTheNextForcedWrite() {
        twoExchanges();
        session.compact("sum", "The user lives in Lisbon and is a baker.").say("u3", "I also speak Danish.");
        writer.otherwise((task, stage) -> {
            boolean covered = task.batch().stream().anyMatch(turn -> turn.text().contains("baker"));
            return covered
                    ? WriterSteps.refused("topics/r.md").run(task, stage)
                    : WriterSteps.record("topics/r.md").run(task, stage);
        });
        assertThat(memory.write("s")).isPresent();
        writer.otherwise(WriterSteps.record("topics/r.md"));
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u2", "a2", "u3");
    }

    @Test
    void aSummaryInTheMiddleOfABranchIsPassed() {
        twoExchanges();
        session.add("sum", TurnKind.SUMMARY, "So far: Lisbon, baker.", turn -> turn.covers(new TurnId("a2")))
                .say("u3", "I also speak Danish.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1", "a1", "u2", "a2", "u3"));
        MemoryAssertions.assertThat(memory).hasArchived(5);
    }

    @Test
    void anArchivedTipIsNeitherWrittenNorPending() {
        twoExchanges();
        memory.open(settings -> settings.batchTokens(3));
        session.fork("a1").say("u3", "I also speak Danish.").archive("a2");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "a1", "u3");
        WorkspaceStatus status = memory.workspace().read().status();
        assertThat(status.pendingTurns() + status.waitingTurns()).isZero();
    }

    @Test
    void aSessionWithoutTurnsIsNothingToDo() {
        assertThatWrite(memory.write("s")).succeeded();
        assertThatWrite(memory.writeDue("never heard of")).succeeded();
        MemoryAssertions.assertThat(memory).hasArchived(0).hasBlocks(0);
    }

    @Test
    void twoWorkspacesOverOneStoreWriteTheSameTurnsEach() {
        twoExchanges();
        memory.write("s");
        TemporaryWorkspace other =
                TemporaryWorkspace.create().use(memory.store()).use(ScriptedTopicWriter.of());
        try {
            assertThatWrite(other.write("s")).succeeded();
            MemoryAssertions.assertThat(other).hasArchived(4).hasPending(0);
            MemoryAssertions.assertThat(memory).hasPending(0);
            assertThat(other.id()).isNotEqualTo(memory.id());
        } finally {
            other.delete();
        }
    }
}
