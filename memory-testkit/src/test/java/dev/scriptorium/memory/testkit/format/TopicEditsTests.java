package dev.scriptorium.memory.testkit.format;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.writer.Stage;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.local.writer.WriterTask;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.markdown.change.UnifiedDiff;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of topic-edits.json through every door of a workspace on disk that can carry it. */
@ExtendWith(WorkspaceExtension.class)
class TopicEditsTests {
    private static final Pattern ID = Pattern.compile("(?<= )\\^([0-9a-z-]+)$", Pattern.MULTILINE);

    /** A way for people to hand in an edit. Ids that the edit drops are deleted explicitly (D37). */
    enum Door {
        WHOLE_FILES,
        PATCH,
        EDITOR;

        UpdateResult edit(TemporaryWorkspace memory, FormatCase one) {
            WorkspaceChange change = memory.workspace().change();
            return switch (this) {
                case WHOLE_FILES -> wholeFiles(change, one);
                case PATCH -> patch(change, one);
                case EDITOR -> editor(change, one);
            };
        }

        /** An editor has one file open; in a patch a line ends with LF. */
        boolean carries(FormatCase one) {
            return switch (this) {
                case WHOLE_FILES -> true;
                case PATCH -> one.texts("edit").values().stream().noneMatch(text -> text.contains("\r"));
                case EDITOR ->
                    one.node().get("edit").size() == 1 && one.texts("edit").size() == 1;
            };
        }
    }

    private static Stream<FormatCase> cases(boolean accepted) {
        return FormatCase.all("topic-edits.json").filter(one -> one.accepted() == accepted);
    }

    private static Stream<Arguments> byDoor(Stream<FormatCase> cases) {
        return cases.flatMap(one ->
                Stream.of(Door.values()).filter(door -> door.carries(one)).map(door -> Arguments.of(one, door)));
    }

    static Stream<Arguments> acceptedByDoor() {
        return byDoor(accepted());
    }

    static Stream<Arguments> refusedByDoor() {
        return byDoor(refused());
    }

    static Stream<FormatCase> accepted() {
        return cases(true);
    }

    static Stream<FormatCase> refused() {
        return cases(false);
    }

    @Test
    void allCasesAreHere() {
        assertThat(accepted().count() + refused().count()).isGreaterThanOrEqualTo(49);
    }

    @ParameterizedTest
    @MethodSource("acceptedByDoor")
    void anAcceptedEditGivesTheseTopics(FormatCase one, Door door, TemporaryWorkspace memory) {
        one.open(memory);

        door.edit(memory, one);

        assertThat(FormatCase.topics(memory)).isEqualTo(one.texts("after"));
        if (!one.texts("after").isEmpty()) {
            handingInWhatIsThereChangesNothing(memory);
        }
    }

    private static void handingInWhatIsThereChangesNothing(TemporaryWorkspace memory) {
        ByteSnapshot before = memory.bytes();
        WorkspaceChange change = memory.workspace().change();
        List<FileChange> same = new ArrayList<>();
        FormatCase.topics(memory).forEach((path, text) -> same.add(FileChange.write(path, text)));

        UpdateResult result =
                change.update(UpdateRequest.files(change.owner("cases"), same).build());

        assertThat(result.changedFiles()).isEmpty();
        assertThat(result.gitCommit()).isEmpty();
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }

    @ParameterizedTest
    @MethodSource("refusedByDoor")
    void aRefusedEditChangesNothing(FormatCase one, Door door, TemporaryWorkspace memory) {
        one.open(memory);
        ByteSnapshot before = memory.bytes();

        MemoryException refusal = catchThrowableOfType(MemoryException.class, () -> door.edit(memory, one));

        assertThat(refusal).isNotNull();
        if (one.has("rule")) {
            isRefusedFor(one, refusal.violations());
        } else {
            assertThat(refusal.code().name()).isEqualTo(one.text("code"));
        }
        MemoryAssertions.assertThat(memory.bytes()).isUnchangedSince(before);
    }

    private static void isRefusedFor(FormatCase one, List<Violation> violations) {
        assertThat(violations).extracting(Violation::rule).contains(one.text("rule"));
        assertThat(violations).allSatisfy(violation -> {
            assertThat(one.texts("edit")).containsKey(violation.path());
            assertThat(violation.expected()).isNotBlank();
            assertThat(violation.found()).isNotBlank();
            assertThat(violation.hint()).isNotBlank();
        });
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void anAcceptedEditOfAWriterGivesTheseTopics(FormatCase one, TemporaryWorkspace memory) {
        ScriptedTopicWriter writer = ScriptedTopicWriter.of((task, stage) -> write(one, task, stage));
        one.open(talking(memory, writer));

        if (one.texts("after").equals(one.texts("base"))) {
            // What comes to nothing once it is canonical is no progress of a writer (D22).
            assertThatWrite(memory.write("s1")).failedWith(FailureCode.WRITER_NO_PROGRESS);
            assertThat(memory.written("s1")).isEmpty();
        } else {
            assertThatWrite(memory.write("s1")).succeeded();
            assertThat(memory.written("s1")).containsExactly("m1", "m2", "m3");
        }

        assertThat(FormatCase.topics(memory)).isEqualTo(one.texts("after"));
        assertThat(writer.tasks()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void aRefusedEditOfAWriterChangesNoTopicNoArchiveAndNoView(FormatCase one, TemporaryWorkspace memory) {
        List<MemoryException> refusals = new ArrayList<>();
        ScriptedTopicWriter writer = ScriptedTopicWriter.of().otherwise((task, stage) -> {
            try {
                return write(one, task, stage);
            } catch (MemoryException e) {
                refusals.add(e);
                throw e;
            }
        });
        one.open(talking(memory, writer));
        ByteSnapshot before = readable(memory);

        assertThat(memory.write("s1")).isPresent();

        if (one.has("rule")) {
            assertThat(writer.tasks()).hasSize(2);
            isRefusedFor(one, writer.tasks().get(1).violations());
        } else {
            assertThat(refusals)
                    .isNotEmpty()
                    .allSatisfy(refusal -> assertThat(refusal.code().name()).isEqualTo(one.text("code")));
        }
        MemoryAssertions.assertThat(readable(memory)).isUnchangedSince(before);
        assertThat(memory.written("s1")).isEmpty();
    }

    /** Everything but what is kept about passes. */
    private static ByteSnapshot readable(TemporaryWorkspace memory) {
        return memory.bytes().without(".scriptorium");
    }

    /** The conversation that the archive is of. */
    private static TemporaryWorkspace talking(TemporaryWorkspace memory, ScriptedTopicWriter writer) {
        memory.store()
                .session("s1")
                .say("m1", "first message")
                .say("m2", "second message")
                .sayUntrusted("m3", "third message");
        return memory.use(writer);
    }

    private static WriterOutcome write(FormatCase one, WriterTask task, Stage stage) {
        assertThat(task.batch()).extracting(turn -> turn.ref().turn()).containsExactly("m1", "m2");
        for (Map.Entry<String, JsonNode> file : one.node().get("edit").properties()) {
            TopicPath path = TopicPath.of(file.getKey());
            if (file.getValue().isNull()) {
                stage.delete(path);
            } else {
                stage.write(path, file.getValue().asText());
            }
        }
        return WriterOutcome.edited();
    }

    private static UpdateResult wholeFiles(WorkspaceChange change, FormatCase one) {
        List<FileChange> files = new ArrayList<>();
        for (Map.Entry<String, JsonNode> file : one.node().get("edit").properties()) {
            files.add(
                    file.getValue().isNull()
                            ? FileChange.delete(file.getKey())
                            : FileChange.write(file.getKey(), file.getValue().asText()));
        }
        return change.update(UpdateRequest.files(change.owner("cases"), files)
                .deleteIds(dropped(one))
                .build());
    }

    private static UpdateResult patch(WorkspaceChange change, FormatCase one) {
        StringBuilder patch = new StringBuilder();
        for (Map.Entry<String, JsonNode> file : one.node().get("edit").properties()) {
            String before = one.texts("base").getOrDefault(file.getKey(), "");
            String after = one.texts("edit").getOrDefault(file.getKey(), "");
            patch.append("--- ").append(before.isEmpty() ? "/dev/null" : "a/" + file.getKey());
            patch.append("\n+++ ").append(after.isEmpty() ? "/dev/null" : "b/" + file.getKey());
            patch.append("\n@@ -").append(range(before)).append(" +").append(range(after));
            patch.append(" @@\n").append(marked('-', before)).append(marked('+', after));
        }
        return change.update(UpdateRequest.patch(change.owner("cases"), UnifiedDiff.parse(patch.toString()))
                .deleteIds(dropped(one))
                .build());
    }

    private static String range(String text) {
        return (text.isEmpty() ? "0," : "1,") + text.lines().count();
    }

    /** The lines of a text, each after a mark. */
    private static String marked(char mark, String text) {
        if (text.isEmpty()) {
            return "";
        }
        String whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        String lines = mark + whole.replace("\n", "\n" + mark) + "\n";
        return text.endsWith("\n") ? lines : lines + "\\ No newline at end of file\n";
    }

    private static UpdateResult editor(WorkspaceChange change, FormatCase one) {
        Map.Entry<String, JsonNode> file =
                one.node().get("edit").properties().iterator().next();
        return change.edit(
                TopicPath.of(file.getKey()),
                one.texts("base").getOrDefault(file.getKey(), ""),
                file.getValue().asText(),
                !dropped(one).isEmpty());
    }

    /** The ids of files of the edit that no file of it keeps. */
    private static Set<BlockId> dropped(FormatCase one) {
        Set<String> gone = new TreeSet<>();
        one.texts("base").forEach((path, text) -> {
            if (one.node().get("edit").has(path)) {
                ids(text, gone);
            }
        });
        Set<String> kept = new TreeSet<>();
        one.texts("edit").values().forEach(text -> ids(text, kept));
        gone.removeAll(kept);
        return gone.stream().map(BlockId::new).collect(Collectors.toSet());
    }

    private static void ids(String text, Set<String> into) {
        Matcher id = ID.matcher(text);
        while (id.find()) {
            into.add(id.group(1));
        }
    }
}
