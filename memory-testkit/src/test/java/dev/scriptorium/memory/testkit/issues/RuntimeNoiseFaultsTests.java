package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;

import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Row 47 of the reported faults: what runs by itself is not remembered, and what is remembered outlives its session. */
@ExtendWith(WorkspaceExtension.class)
class RuntimeNoiseFaultsTests {
    private static final String FACT = "I moved to Lisbon with my sister Ines in March.";

    /** Row 47. */
    @Test
    void schedulesAndHeartbeatsAreNeverPromotedToMemory(TemporaryWorkspace memory) {
        memory.store()
                .session("s")
                .say("u1", FACT)
                .add("cron", TurnKind.RUNTIME, "Scheduled: I moved the backup to Oslo at 03:00.", same -> {})
                .add("beat", TurnKind.RUNTIME, "Heartbeat: I live in the cluster of Bergen.", same -> {});
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory)
                .hasArchived(1)
                .hasPending(0)
                .hasNoBlock("Oslo")
                .hasNoBlock("Bergen")
                .hasBlock("Lisbon");
    }

    /** Row 47. */
    @Test
    void aSessionDeletedAfterItWasWrittenLeavesItsMemoryAndAddsNothingLater(TemporaryWorkspace memory) {
        memory.store().session("s").say("u1", FACT);
        assertThatWrite(memory.write("s")).succeeded();

        memory.store().delete("s");
        assertThatWrite(memory.write("s")).succeeded();

        MemoryAssertions.assertThat(memory).hasArchived(1).hasBlock("Lisbon").citing("local/s/u1");
    }

    /** Row 47: deleted before anything of it was written, it leaves nothing. */
    @Test
    void aSessionDeletedBeforeItWasWrittenLeavesNothing(TemporaryWorkspace memory) {
        memory.store().session("s").say("u1", FACT);
        memory.open();
        memory.store().delete("s");

        assertThatWrite(memory.write("s")).succeeded();

        MemoryAssertions.assertThat(memory).hasArchived(0).hasBlocks(0);
    }
}
