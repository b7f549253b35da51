package dev.scriptorium.memory.testkit.local;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.session.InMemorySession;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A branch whose parents do not lead to a root fails by itself and harms no other. */
@ExtendWith(WorkspaceExtension.class)
class BrokenGraphTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private InMemorySession session;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        session = memory.store().session("s");
    }

    private static Turn turn(String id, String parent) {
        return Turn.builder(new TurnId(id), TurnKind.USER, "Turn " + id + " says something.")
                .parent(new TurnId(parent))
                .build();
    }

    @Test
    void aMissingParentIsNamedAndNotRetryable() {
        session.put(turn("u2", "gone")).put(turn("u3", "u2")).head("u3");
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.SESSION_NODES_UNAVAILABLE)
                .notRetryable()
                .because("u2");
        MemoryAssertions.assertThat(memory).hasArchived(0).hasPending(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {10, 11, 12, 55, 256})
    void aMissingParentBehindManyTurnsIsTheSame(int length) {
        session.put(turn("t1", "gone"));
        for (int i = 2; i <= length; i++) {
            session.put(turn("t" + i, "t" + (i - 1)));
        }
        session.head("t" + length);
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.SESSION_NODES_UNAVAILABLE)
                .notRetryable()
                .because("t1");
    }

    @Test
    void aTurnThatIsItsOwnParentIsNamed() {
        session.put(turn("u1", "u1")).put(turn("u2", "u1")).head("u2");
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.SESSION_NODES_UNAVAILABLE)
                .notRetryable()
                .because("u1");
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 10, 11, 12, 55, 700})
    void aCircleEndsTheWalk(int length) {
        session.put(turn("t1", "t" + length));
        for (int i = 2; i <= length; i++) {
            session.put(turn("t" + i, "t" + (i - 1)));
        }
        session.put(turn("tip", "t" + length)).head("tip");
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.SESSION_NODES_UNAVAILABLE)
                .notRetryable();
    }

    @Test
    void aTipThatTheStoreDoesNotKnowYetIsWorthARetry() {
        session.say("u1", "I live in Lisbon.").say("u2", "I work as a baker.").hide("u2");
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.SESSION_NODES_UNAVAILABLE)
                .retryable()
                .because("u2");
        assertThat(memory.written("s")).isEmpty();
        session.reveal("u2");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "u2");
    }

    @Test
    void aBrokenTipHarmsNoOtherBranch() {
        memory.open(settings -> settings.batchTokens(5));
        session.say("u1", "I live in Lisbon.")
                .say("u2", "I work as a baker in the old town.")
                .fork("u1")
                .say("u3", "I also speak Danish and some Swedish.")
                .put(turn("x2", "x1"))
                .put(turn("y1", "y1"))
                .head("u3");
        session.put(turn("y2", "y1"));
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.SESSION_NODES_UNAVAILABLE)
                .notRetryable();
        assertThat(memory.written("s")).containsExactly("u1", "u2", "u3");
    }

    @Test
    void aBrokenHeadHarmsNoOtherBranch() {
        memory.open(settings -> settings.batchTokens(5));
        session.say("u1", "I live in Lisbon, on the hill.")
                .put(turn("x2", "x1"))
                .head("x2");
        assertThatWrite(memory.write("s"))
                .failedWith(FailureCode.SESSION_NODES_UNAVAILABLE)
                .notRetryable();
        assertThat(memory.written("s")).containsExactly("u1");
    }

    @Test
    void aBreakBehindTheNewestMarkIsNeverSeen() {
        session.say("u1", "I live in Lisbon.").say("u2", "I work as a baker.");
        memory.write("s");
        session.say("u3", "I also speak Danish.").hide("u1");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.written("s")).containsExactly("u1", "u2", "u3");
    }

    @Test
    void aSummaryThatCoversATurnNobodyKnowsHarmsNotItsOwnBranch() {
        session.add("sum", TurnKind.SUMMARY, "Earlier: much.", turn -> turn.covers(new TurnId("deleted")))
                .say("u1", "I live in Lisbon.");
        assertThatWrite(memory.write("s")).failedWith(FailureCode.SESSION_NODES_UNAVAILABLE);
        assertThat(memory.written("s")).containsExactly("u1");
        assertThatWrite(memory.write("s")).succeeded();
    }

    @Test
    void aBrokenBranchGivenByTheHostIsWrittenAsItIsGiven() {
        session.put(turn("u2", "gone")).head("u2");
        WriteRequest request = WriteRequest.builder(session.id())
                .turns(session.turns())
                .force(true)
                .build();
        assertThatWrite(memory.backend().write(request)).succeeded();
        assertThat(memory.written("s")).containsExactly("u2");
    }

    @Test
    void statusCountsWhatCanBeReadAndNamesNoTrouble() {
        session.say("u1", "I live in Lisbon.").put(turn("x2", "x1"));
        MemoryAssertions.assertThat(memory).hasPending(1);
    }
}
