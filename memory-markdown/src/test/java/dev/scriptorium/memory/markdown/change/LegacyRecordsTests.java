package dev.scriptorium.memory.markdown.change;

import static dev.scriptorium.memory.markdown.change.Changes.delete;
import static dev.scriptorium.memory.markdown.change.Changes.end;
import static dev.scriptorium.memory.markdown.change.Changes.move;
import static dev.scriptorium.memory.markdown.change.Changes.update;
import static dev.scriptorium.memory.markdown.change.Edits.X_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.Y_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.changed;
import static dev.scriptorium.memory.markdown.change.Edits.code;
import static dev.scriptorium.memory.markdown.change.Edits.lines;
import static dev.scriptorium.memory.markdown.change.Edits.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LegacyRecordsTests {
    private static final String A = "[^mem_a]: " + X_DEF;
    private static final String B = "[^mem_b]: " + Y_DEF;
    private static final String NEW_A = "[^mem_a]: Time: `2026-02`; Sources: [lab](" + Archive.M1_TARGET + ")";

    @Test
    void anUpdateRewritesItsWordsAndItsDefinitionOnly() {
        TopicTree tree =
                topic("# M", A, "[^mem_c]: " + X_DEF, "- One.[^mem_a]", "- Two.[^mem_b][^mem_c] and words after", B);

        assertThat(changed(tree, update("mem_a", "- One v2.")))
                .isEqualTo(lines(
                        "# M",
                        NEW_A,
                        "[^mem_c]: " + X_DEF,
                        "- One v2.[^mem_a]",
                        "- Two.[^mem_b][^mem_c] and words after",
                        B));
        assertThat(changed(tree, update("mem_c", "Both.")))
                .isEqualTo(lines(
                        "# M",
                        A,
                        "[^mem_c]: Time: `2026-02`; Sources: [lab](" + Archive.M1_TARGET + ")",
                        "- One.[^mem_a]",
                        "Both.[^mem_b][^mem_c] and words after",
                        B));
        assertThat(code(tree, update("mem_b", "x"), update("mem_c", "y"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(changed(tree, update("mem_a", "x"), update("mem_c", "y")))
                .contains("x[^mem_a]\ny[^mem_b][^mem_c] and");
    }

    @Test
    void aDeletionCutsItsWordsAndSparesItsPeers() {
        TopicTree tree = topic(
                "# M",
                "",
                "One.[^mem_a] Two.[^mem_b][^mem_c] Three.[^mem_d] after",
                "",
                A,
                B,
                "[^mem_c]: " + X_DEF,
                "[^mem_d]: " + Y_DEF);

        assertThat(changed(tree, delete("mem_a")))
                .startsWith("# M\n\nTwo.[^mem_b][^mem_c] Three.[^mem_d] after\n\n" + B);
        assertThat(changed(tree, delete("mem_b")))
                .startsWith("# M\n\nOne.[^mem_a] Two.[^mem_c] Three.[^mem_d] after\n");
        assertThat(changed(tree, delete("mem_c"), delete("mem_b")))
                .startsWith("# M\n\nOne.[^mem_a] Three.[^mem_d] after\n\n" + A + "\n\n[^mem_d]");
        assertThat(changed(tree, delete("mem_d"))).startsWith("# M\n\nOne.[^mem_a] Two.[^mem_b][^mem_c] after\n");
        assertThat(changed(tree, delete("mem_a"), delete("mem_b"), delete("mem_c"), delete("mem_d")))
                .isEqualTo("(gone)");
    }

    @Test
    void contentThatWouldTakeTheMeaningOfLaterCitationsIsRefused() {
        TopicTree tree = topic("One.[^mem_a] Two `code`.[^mem_b]", "", A, B);

        assertThat(code(tree, update("mem_a", "a ` b"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(code(tree, update("mem_a", "a \\"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(changed(tree, update("mem_a", "a `b` c"))).startsWith("a `b` c[^mem_a] Two `code`.[^mem_b]");
    }

    @Test
    void theyMoveWholeWithTheirLinksRebuilt() {
        TopicTree tree = topic(
                "# M", "", "One.[^mem_a] Two.[^mem_b]", "", A, B, "", "Stays.[^x] ^aaaa1111", "", "[^x]: " + X_DEF);
        Map<String, String> texts =
                Topics.texts(Update.of(tree, List.of(move(end("topics/d/n.md", "N"), "mem_a", "mem_b")))
                        .after());

        assertThat(texts.get("topics/d/n.md"))
                .isEqualTo(lines(
                        "# N",
                        "",
                        "One.[^mem_a] Two.[^mem_b]",
                        "",
                        A.replace("](../", "](../../"),
                        "",
                        B.replace("](../", "](../../")));
        assertThat(code(tree, move(end("topics/n.md"), "mem_b", "mem_a"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(Topics.texts(Update.of(tree, List.of(delete("mem_a"), move(end("topics/n.md"), "mem_b")))
                                .after())
                        .get("topics/n.md"))
                .isEqualTo(lines("Two.[^mem_b]", "", B));
    }

    @Test
    void linksInThemToWholeTopicsAreLeftAloneWhileTheyDoNotChange() {
        TopicTree tree =
                topic("# M", "", "See [n](n.md).[^mem_a]", "", A, "", "Here.[^x] ^aaaa1111", "", "[^x]: " + X_DEF);

        assertThat(changed(tree, update("aaaa1111", "Here v2."))).contains("See [n](n.md).[^mem_a]");
    }
}
