package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;
import org.junit.jupiter.api.Test;

class AppendOnlyTests {
    private static final String M = "topics/m.md";
    private static final String DEFINITION = "[^x]: Time: `2026`; Sources: [x](" + Archive.M1_TARGET + ")";
    private static final String TEXT = "# M\n\nOne.[^x] ^aaaa1111\n\n" + DEFINITION + "\n";
    private static final TopicTree TREE = Topics.tree(M, TEXT);

    private static StagedEdit written(TopicTree tree, String text) {
        return FileChanges.stage(List.of(FileChange.write(M, text)), DeclaredSources.NONE, List.of(), tree);
    }

    private static StagedEdit structured(TopicTree tree, MemoryChange... changes) {
        return StructuredEdit.stage(List.of(changes), DeclaredSources.NONE, tree, Archive.S1);
    }

    private static void allowed(TopicTree tree, StagedEdit edit) {
        assertThatCode(() -> AppendOnly.require(edit, tree)).doesNotThrowAnyException();
    }

    private static void refused(TopicTree tree, StagedEdit edit) {
        MemoryException refused = catchThrowableOfType(MemoryException.class, () -> AppendOnly.require(edit, tree));
        assertThat(refused).isNotNull();
        assertThat(refused.code()).isEqualTo(ErrorCode.APPEND_ONLY_REQUIRED);
        assertThat(refused).hasMessageContaining(M);
    }

    @Test
    void newFilesAndWhatFollowsTheEndIsAllowed() {
        allowed(TREE, written(TREE, TEXT));
        allowed(TREE, written(TREE, TEXT + "\nTwo.[^e1]\n"));
        allowed(TREE, written(TREE, TEXT + "## Next\n"));
        allowed(TREE, structured(TREE, Changes.adding("Two.", Changes.end(M, "M"))));
        allowed(TREE, structured(TREE, Changes.adding("Two.", Changes.end(M, "M", "New"))));
        allowed(TREE, structured(TREE, Changes.adding("Two.", Changes.end("topics/new.md"))));
    }

    @Test
    void anythingElseIsRefused() {
        refused(TREE, written(TREE, ""));
        refused(TREE, written(TREE, TEXT.replace("One", "Two")));
        refused(TREE, written(TREE, "Before.[^x]\n\n" + TEXT));
        refused(TREE, FileChanges.stage(List.of(FileChange.delete(M)), DeclaredSources.NONE, List.of(), TREE));
        refused(TREE, structured(TREE, Changes.update("aaaa1111", "Two.")));
        refused(TREE, structured(TREE, Changes.delete("aaaa1111")));
        refused(TREE, structured(TREE, Changes.move(Changes.end("topics/n.md"), "aaaa1111")));
        refused(TREE, structured(TREE, Changes.adding("Two.", Changes.start(M, "M"))));
    }

    @Test
    void whatIsAddedMayNotBecomePartOfWhatWasThere() {
        TopicTree open = Topics.tree(M, DEFINITION + "\n\nOne.[^x] ^aaaa1111\n");

        refused(TREE, written(TREE, TEXT.stripTrailing() + ", [y](" + Archive.M2_TARGET + ")\n"));
        refused(open, written(open, DEFINITION + "\n\nOne.[^x] ^aaaa1111\nmore words.[^x] ^aaaa1111\n"));
        refused(open, written(open, DEFINITION + "\n\nOne.[^x] ^aaaa1111 ^bbbb1111\n"));
        allowed(open, written(open, DEFINITION + "\n\nOne.[^x] ^aaaa1111\n\nmore words.[^x]\n"));
        TopicTree code = Topics.tree(M, TEXT + "\n```\ncode\n");
        refused(code, written(code, TEXT + "\n```\ncode\nmore\n"));
    }

    @Test
    void lineEndsAndBlankLinesAtTheEndDoNotMatter() {
        TopicTree windows = Topics.tree(M, "\uFEFF" + TEXT.replace("\n", "\r\n") + "\r\n\r\n");

        allowed(windows, structured(windows, Changes.adding("Two.", Changes.end(M, "M"))));
        allowed(windows, written(windows, TEXT + "\nTwo.[^e1]\n"));
        refused(windows, written(windows, TEXT.replace("One", "one") + "\nTwo.[^e1]\n"));
    }
}
