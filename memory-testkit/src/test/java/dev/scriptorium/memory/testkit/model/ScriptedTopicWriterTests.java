package dev.scriptorium.memory.testkit.model;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(WorkspaceExtension.class)
class ScriptedTopicWriterTests {

    @Test
    void stepsAreTakenInOrderThenEveryTurnIsRecorded(TemporaryWorkspace memory) {
        ScriptedTopicWriter writer = ScriptedTopicWriter.of(
                        WriterSteps.failing(WriteFailure.of(FailureCode.MODEL_TIMEOUT, "slow")))
                .then(WriterSteps.nothing("small talk"));
        memory.use(writer);
        memory.store().session("s").say("u1", "Hello there.");
        assertThatWrite(memory.write("s")).failedWith(FailureCode.MODEL_TIMEOUT);
        assertThatWrite(memory.write("s")).succeeded();
        memory.store().session("s").say("u2", "I live\nin  Lisbon.").reply("a2", "Noted.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1"), List.of("u1"), List.of("u2", "a2"));
        MemoryAssertions.assertThat(memory)
                .hasBlocks(2)
                .hasBlock("I live in Lisbon.")
                .citing("local/s/u2")
                .inTopic(ScriptedTopicWriter.TOPIC);
    }

    @Test
    void anOrganisePassTakesNoStepOfTheScript(TemporaryWorkspace memory) {
        ScriptedTopicWriter writer = ScriptedTopicWriter.of(WriterSteps.record("topics/first.md"));
        memory.use(writer).store().session("s").say("u1", "I live in Lisbon.");
        assertThat(memory.backend().reorganize(ReorganizeRequest.install()).status())
                .isEqualTo(ReorganizeReport.Status.EMPTY);
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.organiseTasks()).hasSize(1);
        assertThat(writer.tasks()).hasSize(1);
        MemoryAssertions.assertThat(memory).hasBlock("Lisbon").inTopic("topics/first.md");
    }

    @Test
    void oneBlockMayRestOnATurnOfTheBatch(TemporaryWorkspace memory) {
        memory.use(ScriptedTopicWriter.of(
                WriterSteps.block("topics/people/ada.md", "Ada lives in Lisbon.", "local/s/u1")));
        memory.store().session("s").say("u1", "I live in Lisbon.");
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory)
                .hasBlock("Ada lives")
                .citing("local/s/u1")
                .quoting("I live in Lisbon.");
        assertThat(memory.text("topics/people/ada.md")).startsWith("# ada\n");
    }
}
