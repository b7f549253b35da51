package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.M;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.adding;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.block;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.event.WriteCommitted;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.markdown.change.DeleteRecord;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterStep;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Group 1 of the reported faults, as far as one person at a door meets them: nothing is lost or done in silence. */
@ExtendWith(WorkspaceExtension.class)
class SilentLossFaultsTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;
    private TopicDoor door;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace.use(writer);
        door = TopicDoor.of(workspace);
        door.write(M, "# M\n\n" + block("The cat is grey.", "x") + "\n" + block("The house is old.", "y"));
    }

    /** What a person may do to the topic in an editor meanwhile. */
    private static String typed(String how, String text) {
        return switch (how) {
            case "append" -> text + "\n" + block("A person added this.", "p");
            case "reword" -> text.replace("The cat is grey", "The cat is a black one");
            case "reword in equal length" -> text.replace("grey", "blue");
            case "insert" -> text.replace("# M\n", "# M\n\n" + block("A person put this first.", "p"));
            default -> throw new IllegalArgumentException(how);
        };
    }

    /** Row 3. */
    @ParameterizedTest
    @ValueSource(strings = {"append", "reword", "reword in equal length", "insert"})
    void anEditorNeverOverwritesWhatAnotherEditorSaved(String how) {
        String given = memory.text(M);
        Revision base = memory.workspace().read().status().revision();
        String saved = typed(how, given);
        door.byHand(M, saved.getBytes(StandardCharsets.UTF_8));

        door.refusedWith(ErrorCode.CONCURRENT_UPDATE, () -> since(base, true));
        assertThat(memory.text(M)).isEqualTo(saved);
        memory.workspace().change().edit(new TopicPath(M), given, given.replace("old", "new"), false);
        since(base, false);

        assertThat(memory.text(M))
                .contains("The house is new.", "More.")
                .contains(saved.contains("person") ? "person" : saved.contains("black") ? "black" : "cat is")
                .doesNotContain("The house is old.")
                .doesNotContain(saved.contains("grey") ? "nothing of the kind" : "grey");
        MemoryAssertions.assertThat(memory).hasBlocks(saved.contains("person") ? 4 : 3);
    }

    /** Row 3: what was changed on both sides is nobody's to decide. */
    @Test
    void theSameBlockChangedByTwoIsRefused() {
        String given = memory.text(M);
        String saved = given.replace("grey", "blue");
        door.byHand(M, saved.getBytes(StandardCharsets.UTF_8));

        door.refusedWith(
                ErrorCode.CONCURRENT_UPDATE,
                () -> memory.workspace().change().edit(new TopicPath(M), given, given.replace("grey", "red"), false));

        assertThat(memory.text(M)).contains("The cat is blue.");
    }

    private UpdateResult since(Revision base, boolean exact) {
        WorkspaceChange change = memory.workspace().change();
        return change.update(UpdateRequest.changes(change.owner("test/turn"), List.of(adding("More.", M, "M")))
                .base(base)
                .exact(exact)
                .build());
    }

    /** Row 3: the same, when a writer is at work and somebody saves. */
    @ParameterizedTest
    @ValueSource(strings = {"append", "reword", "reword in equal length", "insert"})
    void aWriterNeverOverwritesWhatAnEditorSaved(String how) {
        String saved = typed(how, memory.text(M));
        writer.then((task, stage) -> {
                    door.byHand(M, saved.getBytes(StandardCharsets.UTF_8));
                    return WriterSteps.record(M).run(task, stage);
                })
                .otherwise(WriterSteps.record(M));

        assertThatWrite(memory.write("s")).succeeded();

        assertThat(memory.text(M)).contains("I live in Lisbon.", "The house is old.");
        String kept =
                how.startsWith("reword") ? "The cat is " + (how.equals("reword") ? "a black one" : "blue") : "A person";
        assertThat(memory.text(M)).contains(kept);
    }

    /** Row 9. */
    @Test
    void noBlockGoesAwayUnlessItIsNamed() {
        String only = memory.text(M).substring(0, memory.text(M).indexOf("The house"));

        door.refusedFor("block-removed", () -> door.write(M, only));
        door.refusedFor("block-removed", () -> door.edit(M, only));
        door.refusedFor("block-removed", () -> door.write(M, "# M\n\n" + block("A sketch of it all.", "x")));

        BlockId cat = door.id("cat");
        UpdateResult result = door.change(new DeleteRecord(cat));
        assertThat(result.memoryCommitted()).isTrue();
        assertThat(memory.workspace().history().log(Optional.empty(), 1).get(0).message())
                .contains("removed ^" + cat);
        assertThat(memory.events().of(WriteCommitted.class))
                .last()
                .satisfies(event -> assertThat(event.removed()).containsExactly(cat));
        door.write(FileChange.delete(M));
        assertThat(memory.workspace().history().log(Optional.empty(), 1).get(0).message())
                .contains("removed ^");
        MemoryAssertions.assertThat(memory).hasBlocks(0);
    }

    /** Row 11. */
    @ParameterizedTest
    @MethodSource("idleSteps")
    void aWriterThatChangedNothingIsNoSuccess(String name, WriterStep step) {
        writer.otherwise(step);
        memory.workspace().read().status();
        ByteSnapshot before = memory.bytes().without(".scriptorium");

        assertThatWrite(memory.write("s")).failedWith(FailureCode.WRITER_NO_PROGRESS);

        assertThat(memory.written("s")).isEmpty();
        MemoryAssertions.assertThat(memory).hasPending(2);
        MemoryAssertions.assertThat(memory.bytes().without(".scriptorium").without(".git"))
                .isUnchangedSince(before.without(".git"));
    }

    static Stream<Arguments> idleSteps() {
        TopicPath m = new TopicPath(M);
        TopicPath none = new TopicPath("topics/none.md");
        return Stream.of(
                Arguments.of("no edit", WriterSteps.noProgress()),
                Arguments.of(
                        "the same bytes",
                        WriterSteps.edit(stage -> stage.write(m, stage.read(m).orElseThrow()))),
                Arguments.of("an edit and back", WriterSteps.edit(stage -> {
                    String text = stage.read(m).orElseThrow();
                    stage.write(m, text.replace("grey", "blue"));
                    stage.write(m, text);
                })),
                Arguments.of("a file that comes and goes", WriterSteps.edit(stage -> {
                    stage.write(none, "# None\n");
                    stage.delete(none);
                })),
                Arguments.of(
                        "an invented id",
                        WriterSteps.edit(stage -> stage.write(
                                m, stage.read(m).orElseThrow().replaceFirst("(?m)( \\^[0-9a-f]{8})$", "$1 ^zzzz")))),
                Arguments.of(
                        "headings without a word",
                        WriterSteps.edit(stage -> stage.write(m, stage.read(m).orElseThrow() + "\n## Empty\n"))),
                Arguments.of(
                        "carriage returns",
                        WriterSteps.edit(stage ->
                                stage.write(m, stage.read(m).orElseThrow().replace("\n", "\r\n")))));
    }

    /** Row 11: a change by hand that changes nothing says so. */
    @Test
    void aChangeByHandThatChangesNothingSaysSo() {
        ByteSnapshot before = memory.bytes();
        int commits = memory.commits();

        for (UpdateResult result : List.of(door.edit(M, memory.text(M)), door.write(M, memory.text(M)))) {
            assertThat(result.changedFiles()).isEmpty();
            assertThat(result.memoryCommitted()).isFalse();
            assertThat(result.gitCommit()).isEmpty();
        }
        assertThat(memory.commits()).isEqualTo(commits);
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }
}
