package dev.scriptorium.memory.markdown.change;

import static dev.scriptorium.memory.markdown.change.Changes.cited;
import static dev.scriptorium.memory.markdown.change.Changes.delete;
import static dev.scriptorium.memory.markdown.change.Changes.update;
import static dev.scriptorium.memory.markdown.change.Edits.M;
import static dev.scriptorium.memory.markdown.change.Edits.X_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.Y_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.changed;
import static dev.scriptorium.memory.markdown.change.Edits.code;
import static dev.scriptorium.memory.markdown.change.Edits.lines;
import static dev.scriptorium.memory.markdown.change.Edits.refusal;
import static dev.scriptorium.memory.markdown.change.Edits.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;
import org.junit.jupiter.api.Test;

class UpdateRecordTests {
    private final TopicTree tree = topic(
            "# M",
            "",
            "First.[^x] Part.[^y] ^aaaa1111 ^aaaa2222",
            "",
            "[^x]: " + X_DEF,
            "",
            "[^y]: " + Y_DEF,
            "",
            "Second.[^y] ^bbbb1111");

    @Test
    void allIdsStayAndOnlyEvidenceOfItsOwnGoes() {
        String text = changed(tree, update("aaaa1111", "- one\n- two"));

        assertThat(text)
                .isEqualTo(lines(
                        "# M",
                        "",
                        "- one",
                        "- two[^e-0d2cf9c756] ^aaaa1111 ^aaaa2222",
                        "",
                        "[^e-0d2cf9c756]: Time: `2026-02`; Sources: [lab](" + Archive.M1_TARGET + ")",
                        "",
                        "[^y]: " + Y_DEF,
                        "",
                        "Second.[^y] ^bbbb1111"));
    }

    @Test
    void whatAnUpdateCitesMustBeTrustedUnlessTheRecordCitesIt() {
        TopicTree pending = topic(
                "# M",
                "",
                "First.[^x] ^aaaa1111",
                "",
                "[^x]: Time: `2026`; Sources: [p](../sources/openprogram/_v2/s1.md#source-8c4e7aa5ca2e3aa1)",
                "",
                "Second.[^y] ^bbbb1111",
                "",
                "[^y]: " + Y_DEF);
        UpdateRecord own = new UpdateRecord(new BlockId("aaaa1111"), "x", "2026", cited(Archive.PENDING));
        UpdateRecord foreign = new UpdateRecord(new BlockId("bbbb1111"), "x", "2026", cited(Archive.PENDING));

        assertThat(changed(pending, own)).contains("x[^e-");
        assertThat(refusal(pending, foreign).violations())
                .extracting(Violation::rule)
                .containsExactly("source-pending");
    }

    @Test
    void theSameWordsTimeAndSourceChangeNothing() {
        TopicTree once = Update.of(tree, List.of(update("bbbb1111", "Second."))).after();

        assertThat(Update.of(once, List.of(update("bbbb1111", "Second.")))
                        .edit()
                        .files())
                .isEmpty();
    }

    @Test
    void aMergedRecordIsUpdatedOnceAndEachIdChangedOnce() {
        assertThat(code(tree, update("aaaa1111", "x"), update("aaaa2222", "y"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(code(tree, update("bbbb1111", "x"), update("bbbb1111", "x"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(code(tree, update("bbbb1111", "x"), delete("bbbb1111"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(code(tree, delete("bbbb1111"), delete("bbbb1111"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(changed(tree, update("aaaa1111", "x"), delete("aaaa2222"))).contains("x[^e-0d2cf9c756] ^aaaa1111\n");
        assertThat(changed(tree, delete("aaaa2222"), update("aaaa1111", "x"))).contains("x[^e-0d2cf9c756] ^aaaa1111\n");
    }

    @Test
    void wordsThatWouldNotStayOneBlockAreRefusedAsTheFormatDoes() {
        for (String content : List.of(
                "```\ncode\n```",
                "text\n```\ncode\n```",
                "text\n~~~\ncode\n~~~",
                "<!-- note -->",
                "text\n<!-- note -->\nmore",
                "<a id=\"x\"></a>\ntext",
                "text\n***\nmore",
                "---\na: b\n---",
                "ends with \\",
                "text\n<!-- open")) {
            MemoryException refused = refusal(tree, update("bbbb1111", content));

            assertThat(refused.code()).as(content).isEqualTo(ErrorCode.INVALID_TOPIC_FORMAT);
            assertThat(refused.violations()).singleElement().satisfies(violation -> {
                assertThat(violation.rule()).isEqualTo("uncited-prose");
                assertThat(violation.path()).isEqualTo(M);
            });
        }
        assertThat(changed(tree, update("bbbb1111", "Title\n---"))).contains("Title\n---[^e-0d2cf9c756] ^bbbb1111");
        assertThat(changed(tree, update("bbbb1111", "ends with \\\\"))).contains("ends with \\\\[^e-0d2cf9c756]");
    }

    @Test
    void textThatUtf8CannotHoldIsRefusedAndNeverReplaced() {
        for (String content : List.of("lone \uD83D", "lone \uDE00 half", "nul \0")) {
            MemoryException refused = refusal(tree, update("bbbb1111", content));

            assertThat(refused.violations()).extracting(Violation::rule).contains("encoding");
        }
    }
}
