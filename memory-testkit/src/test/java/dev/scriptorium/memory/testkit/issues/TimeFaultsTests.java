package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.model.ModelSteps.finish;
import static dev.scriptorium.memory.testkit.model.ModelSteps.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.local.writer.ExtractiveTopicWriter;
import dev.scriptorium.memory.local.writer.model.ModelTopicWriter;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ModelStep;
import dev.scriptorium.memory.testkit.model.ScriptedMemoryModel;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Group 12 of the reported faults: dates that nobody said. Rows 104 and 106 are in {@link RecordFaultsTests}, the nights of
 * row 104 in {@code NightlyPassTests}, the old talk of row 106 in {@code BackfillTests}.
 */
@ExtendWith(WorkspaceExtension.class)
class TimeFaultsTests {
    private static final String TOPIC = "topics/trees.md";

    private TemporaryWorkspace memory;

    @BeforeEach
    void aFactWithoutAnyDate(TemporaryWorkspace workspace) {
        memory = workspace;
        memory.store()
                .session("s")
                .add("u1", TurnKind.USER, "I planted a lemon tree in Sintra.", turn -> turn.time(null));
    }

    private static ModelStep dated(String time) {
        return write(
                TOPIC,
                "# Trees\n\nThe owner planted a lemon tree in Sintra.[^e1]\n\n[^e1]: Time: `" + time
                        + "`; Sources: [planted it](local/s/u1)\n");
    }

    /** Row 105. */
    @Test
    void aFactWithoutAnyDateIsUndated() {
        memory.use(new ExtractiveTopicWriter());
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(memory.workspace().read().recent(9)).singleElement().satisfies(event -> {
            assertThat(event.text()).contains("lemon tree");
            assertThat(event.when()).isEmpty();
        });
    }

    /** Row 105. */
    @ParameterizedTest
    @ValueSource(strings = {"2024-05-06", "2024", "2021-11-30", "1999-12-31T23:59:00Z"})
    void aModelMayNotGuessADate(String guessed) {
        memory.use(ModelTopicWriter.builder(
                        ScriptedMemoryModel.of(dated(guessed), finish(), dated(guessed), finish()), memory.clock())
                .build());
        assertThatWrite(memory.write("s")).failedWith(FailureCode.COMMIT_REJECTED);
        MemoryAssertions.assertThat(memory).hasBlocks(0).hasPending(1);
    }

    /** Row 105. */
    @Test
    void aModelMaySayThatItDoesNotKnow() {
        memory.use(ModelTopicWriter.builder(ScriptedMemoryModel.of(dated("undated"), finish()), memory.clock())
                .build());
        assertThatWrite(memory.write("s")).succeeded();
        MemoryAssertions.assertThat(memory).hasBlocks(1);
    }
}
