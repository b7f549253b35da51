package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FileChangesTests {
    private static final String DEFINITION = "\n[^x]: Time: `2026`; Sources: [x](" + Archive.M1_TARGET + ")\n";
    private static final TopicTree TREE = Topics.tree(Map.of(
            "topics/m.md", "One.[^x] ^aaaa1111\n\nTwo.[^x] ^bbbb1111\n" + DEFINITION,
            "topics/n.md", "Three.[^x] ^cccc1111\n" + DEFINITION));

    private static StagedEdit staged(Collection<BlockId> deleteIds, FileChange... changes) {
        return FileChanges.stage(Arrays.asList(changes), DeclaredSources.NONE, deleteIds, TREE);
    }

    private static MemoryException refusal(FileChange... changes) {
        MemoryException refused = catchThrowableOfType(MemoryException.class, () -> staged(List.of(), changes));
        assertThat(refused).isNotNull();
        return refused;
    }

    @Test
    void filesAreWrittenAndDeleted() {
        StagedEdit edit = staged(
                List.of(),
                FileChange.write("topics/./new.md", "x\n"),
                FileChange.delete("topics//n.md"),
                FileChange.write("topics/m.md", ""));

        assertThat(edit.files())
                .containsExactly(
                        Map.entry(new TopicPath("topics/m.md"), Optional.of("")),
                        Map.entry(new TopicPath("topics/n.md"), Optional.empty()),
                        Map.entry(new TopicPath("topics/new.md"), Optional.of("x\n")));
        assertThat(edit.removable()).containsExactly("cccc1111");
    }

    @Test
    void aWrittenFileKeepsItsIdsUnlessTheRequestNamesThem() {
        FileChange dropping = FileChange.write("topics/m.md", "One.[^x] ^aaaa1111\n" + DEFINITION);
        MemoryException refused = catchThrowableOfType(
                MemoryException.class, () -> Update.of(TREE, staged(List.of(), dropping), Archive.S1));

        assertThat(refused.violations()).extracting(Violation::rule).containsExactly("block-removed");
        Update update = Update.of(TREE, staged(List.of(new BlockId("bbbb1111")), dropping), Archive.S1);
        assertThat(update.edit().removed()).containsExactly(new BlockId("bbbb1111"));
    }

    @Test
    void anIdMayMoveBetweenFilesOfOneRequest() {
        Update update = Update.of(
                TREE,
                staged(
                        List.of(),
                        FileChange.delete("topics/n.md"),
                        FileChange.write("topics/o.md", "Three.[^x] ^cccc1111\n" + DEFINITION)),
                Archive.S1);

        assertThat(update.edit().removed()).isEmpty();
        assertThat(Topics.texts(update.after())).containsOnlyKeys("topics/m.md", "topics/o.md");
    }

    @Test
    void whatIsNotThereCannotBeDeleted() {
        assertThat(refusal(FileChange.delete("topics/x.md")).code()).isEqualTo(ErrorCode.PATCH_CONFLICT);
    }

    @Test
    void noPathStandsTwice() {
        assertThat(refusal(FileChange.write("topics/x.md", "a"), FileChange.write("./topics//x.md", "b"))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal(FileChange.delete("topics/n.md"), FileChange.write("topics/n.md", "b"))
                        .code())
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal().code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void onlyTopicsAreWritten() {
        assertThat(catchThrowableOfType(MemoryException.class, () -> FileChange.write("../x.md", ""))
                        .code())
                .isEqualTo(ErrorCode.PATH_OUTSIDE_WORKSPACE);
        assertThat(catchThrowableOfType(MemoryException.class, () -> FileChange.delete("core.md"))
                        .code())
                .isEqualTo(ErrorCode.READ_ONLY_PATH);
    }

    @Test
    void anUndeclaredLabelIsNamed() {
        assertThat(refusal(
                        FileChange.write("topics/x.md", "see new-source-b"),
                        FileChange.write("topics/y.md", "see new-source-a, new-source-b")))
                .hasMessageContaining("new-source-a, new-source-b")
                .extracting(MemoryException::code)
                .isEqualTo(ErrorCode.MISSING_SOURCE);
    }

    @Test
    void plainValuesAreReadExactly() {
        List<FileChange> files = RequestReader.files(List.of(
                Map.of("path", "topics/x.md", "action", "write", "content", "x"),
                Map.of("path", "topics/y.md", "action", "delete")));

        assertThat(files).hasSize(2);
        assertThat(files.get(0).content()).contains("x");
        assertThat(files.get(1).content()).isEmpty();
        Map<String, Object> withoutContent = new HashMap<>(Map.of("path", "topics/x.md", "action", "write"));
        withoutContent.put("content", null);
        for (Object wrong : Arrays.asList(
                List.of(),
                "x",
                null,
                List.of("x"),
                List.of(Map.of("path", "topics/x.md")),
                List.of(Map.of("action", "write", "content", "x")),
                List.of(Map.of("path", "topics/x.md", "action", "write")),
                List.of(withoutContent),
                List.of(Map.of("path", "topics/x.md", "action", "write", "content", 1)),
                List.of(Map.of("path", "topics/x.md", "action", "delete", "content", "x")),
                List.of(Map.of("path", "topics/x.md", "action", "append", "content", "x")),
                List.of(Map.of("path", "topics/x.md", "action", "write", "content", "x", "mode", "0600")))) {
            MemoryException refused = catchThrowableOfType(MemoryException.class, () -> RequestReader.files(wrong));
            assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(refused).hasMessageContaining("changes");
        }
        assertThat(catchThrowableOfType(
                        MemoryException.class,
                        () -> RequestReader.files(List.of(Map.of("path", "/x.md", "action", "delete")))))
                .hasMessageStartingWith("changes[0]")
                .extracting(MemoryException::code)
                .isEqualTo(ErrorCode.PATH_OUTSIDE_WORKSPACE);
    }
}
