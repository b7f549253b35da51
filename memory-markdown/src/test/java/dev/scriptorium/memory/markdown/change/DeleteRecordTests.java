package dev.scriptorium.memory.markdown.change;

import static dev.scriptorium.memory.markdown.change.Changes.delete;
import static dev.scriptorium.memory.markdown.change.Changes.update;
import static dev.scriptorium.memory.markdown.change.Edits.M;
import static dev.scriptorium.memory.markdown.change.Edits.X_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.Y_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.changed;
import static dev.scriptorium.memory.markdown.change.Edits.lines;
import static dev.scriptorium.memory.markdown.change.Edits.refusal;
import static dev.scriptorium.memory.markdown.change.Edits.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DeleteRecordTests {
    @Test
    void aMergedRecordLosesOnlyTheId() {
        TopicTree tree = topic("# M", "First.[^x] ^aaaa1111  ^aaaa2222 ^aaaa3333", "[^x]: " + X_DEF);

        assertThat(changed(tree, delete("aaaa2222")))
                .isEqualTo(lines("# M", "First.[^x] ^aaaa1111 ^aaaa3333", "[^x]: " + X_DEF));
        assertThat(changed(tree, delete("aaaa3333"), delete("aaaa1111")))
                .isEqualTo(lines("# M", "First.[^x] ^aaaa2222", "[^x]: " + X_DEF));
        assertThat(changed(tree, delete("aaaa3333"), delete("aaaa1111"), delete("aaaa2222")))
                .isEqualTo("(gone)");
    }

    @Test
    void evidenceThatOthersCiteStaysWhereItIs() {
        TopicTree tree = topic(
                "# M",
                "",
                "First.[^x] Part.[^y] ^aaaa1111",
                "",
                "Second.[^y] ^bbbb1111",
                "",
                "[^x]: " + X_DEF,
                "[^y]: " + Y_DEF);

        assertThat(changed(tree, delete("aaaa1111")))
                .isEqualTo(lines("# M", "", "Second.[^y] ^bbbb1111", "", "[^y]: " + Y_DEF));
    }

    @Test
    void aSectionWithoutRecordsGoesWithItsCode() {
        TopicTree tree = topic(
                "# M",
                "",
                "First.[^x] ^aaaa1111",
                "",
                "[^x]: " + X_DEF,
                "",
                "## Gone",
                "",
                "Second.[^y] ^bbbb1111",
                "",
                "[^y]: " + Y_DEF,
                "",
                "```",
                "code",
                "```");

        assertThat(changed(tree, delete("bbbb1111")))
                .isEqualTo(lines("# M", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF));
    }

    /** Row 54 of the reported faults. */
    @Test
    void aRecordThatAnotherLinksToStaysUnlessTheLinkGoesToo() {
        TopicTree tree = Topics.tree(Map.of(
                M,
                lines("# M", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", "Other.[^x] ^bbbb1111"),
                "topics/n.md",
                lines("# N", "", "See [it](m.md#^aaaa1111).[^y] ^cccc1111", "", "[^y]: " + Y_DEF)));

        MemoryException refused = refusal(tree, delete("aaaa1111"));
        assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_TOPIC_FORMAT);
        assertThat(refused.violations()).extracting(Violation::rule).containsExactly("dangling-link");
        assertThat(Topics.texts(Update.of(tree, List.of(delete("aaaa1111"), update("cccc1111", "Nothing.")))
                                .after())
                        .get("topics/n.md"))
                .contains("Nothing.");
        assertThat(Topics.texts(Update.of(tree, List.of(delete("aaaa1111"), delete("cccc1111")))
                        .after()))
                .containsOnlyKeys(M);
    }

    @Test
    void nothingButWhatIsNamedMayGo() {
        StagedEdit staged = StructuredEdit.stage(
                List.of(delete("aaaa1111")),
                DeclaredSources.NONE,
                topic("First.[^x] ^aaaa1111 ^bbbb1111", "", "[^x]: " + X_DEF),
                Archive.S1);

        assertThat(staged.removable()).containsExactly("aaaa1111");
    }
}
