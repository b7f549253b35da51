package dev.scriptorium.memory.markdown.change;

import static dev.scriptorium.memory.markdown.change.Changes.adding;
import static dev.scriptorium.memory.markdown.change.Changes.after;
import static dev.scriptorium.memory.markdown.change.Changes.before;
import static dev.scriptorium.memory.markdown.change.Changes.delete;
import static dev.scriptorium.memory.markdown.change.Changes.end;
import static dev.scriptorium.memory.markdown.change.Changes.move;
import static dev.scriptorium.memory.markdown.change.Changes.start;
import static dev.scriptorium.memory.markdown.change.Changes.update;
import static dev.scriptorium.memory.markdown.change.Edits.M;
import static dev.scriptorium.memory.markdown.change.Edits.X_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.Y_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.changed;
import static dev.scriptorium.memory.markdown.change.Edits.code;
import static dev.scriptorium.memory.markdown.change.Edits.lines;
import static dev.scriptorium.memory.markdown.change.Edits.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MoveRecordsTests {
    private final TopicTree tree = Topics.tree(Map.of(
            M,
            lines(
                    "# M",
                    "",
                    "First.[^x] Part.[^s] ^aaaa1111",
                    "",
                    "[^x]: " + X_DEF,
                    "",
                    "[^s]: " + Y_DEF,
                    "",
                    "Second.[^s] ^bbbb1111 ^bbbb2222",
                    "",
                    "Third.[^y] ^cccc1111",
                    "",
                    "[^y]: " + Y_DEF),
            "topics/n.md",
            lines("# N", "", "Here.[^n] ^dddd1111", "", "[^n]: " + X_DEF),
            "topics/d/o.md",
            lines(
                    "# O",
                    "",
                    "There.[^o] ^eeee1111",
                    "",
                    "[^o]: Time: `2026`; Sources: [o](../../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)")));

    private Map<String, String> moved(MemoryChange... changes) {
        return Topics.texts(Update.of(tree, List.of(changes)).after());
    }

    @Test
    void evidenceGoesWithItsBlockAndSharedEvidenceIsCopied() {
        Map<String, String> texts = moved(move(after("dddd1111", "topics/n.md", "N"), "aaaa1111", "cccc1111"));

        assertThat(texts.get("topics/n.md"))
                .isEqualTo(lines(
                        "# N",
                        "",
                        "Here.[^n] ^dddd1111",
                        "",
                        "[^n]: " + X_DEF,
                        "",
                        "First.[^x] Part.[^s] ^aaaa1111",
                        "",
                        "[^x]: " + X_DEF,
                        "",
                        "[^s]: " + Y_DEF,
                        "",
                        "Third.[^y] ^cccc1111",
                        "",
                        "[^y]: " + Y_DEF));
        assertThat(texts.get(M)).isEqualTo(lines("# M", "", "[^s]: " + Y_DEF, "", "Second.[^s] ^bbbb1111 ^bbbb2222"));
    }

    @Test
    void sharedEvidenceStaysWhereItIsWithinAFile() {
        assertThat(moved(move(end(M, "M"), "aaaa1111")).get(M))
                .isEqualTo(lines(
                        "# M",
                        "",
                        "[^s]: " + Y_DEF,
                        "",
                        "Second.[^s] ^bbbb1111 ^bbbb2222",
                        "",
                        "Third.[^y] ^cccc1111",
                        "",
                        "[^y]: " + Y_DEF,
                        "",
                        "First.[^x] Part.[^s] ^aaaa1111",
                        "",
                        "[^x]: " + X_DEF));
    }

    @Test
    void theOrderGivenIsTheOrderAfterwards() {
        assertThat(moved(move(start(M, "M"), "cccc1111", "bbbb1111", "bbbb2222"))
                        .get(M))
                .isEqualTo(lines(
                        "# M",
                        "",
                        "Third.[^y] ^cccc1111",
                        "",
                        "[^y]: " + Y_DEF,
                        "",
                        "Second.[^s] ^bbbb1111 ^bbbb2222",
                        "",
                        "First.[^x] Part.[^s] ^aaaa1111",
                        "",
                        "[^x]: " + X_DEF,
                        "",
                        "[^s]: " + Y_DEF));
    }

    @Test
    void linksToTheArchiveAreRebuiltForTheOtherDirectory() {
        Map<String, String> texts = moved(move(end("topics/d/o.md", "O"), "cccc1111"), move(end(M, "M"), "eeee1111"));

        assertThat(texts.get("topics/d/o.md"))
                .contains("[^y]: Time: `2026-01-02`; Sources: "
                        + "[y](../../sources/openprogram/_v2/s1.md#source-ca088bc6281be925)");
        assertThat(texts.get(M)).contains("[o](../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)");
    }

    @Test
    void linksToMovedRecordsAreRepaired() {
        String linking = lines(
                "# P",
                "",
                "See [it](../m.md#^cccc1111).[^p] ^ffff1111",
                "",
                "[^p]: Time: `2026`; Sources: [o](../" + Archive.M1_TARGET + ")");
        TopicTree linked = tree.with(Map.of(new TopicPath("topics/d/p.md"), Optional.of(linking)));

        Map<String, String> texts = Topics.texts(Update.of(linked, List.of(move(end("topics/d/q.md"), "cccc1111")))
                .after());

        assertThat(texts.get("topics/d/p.md")).contains("[it](q.md#^cccc1111)");
    }

    @Test
    void anUpdatedRecordMovesWithItsNewEvidence() {
        Map<String, String> texts = moved(move(end("topics/d/o.md", "O"), "cccc1111"), update("cccc1111", "Third v2."));

        assertThat(texts.get("topics/d/o.md"))
                .endsWith(lines(
                        "Third v2.[^e-0d2cf9c756] ^cccc1111",
                        "",
                        "[^e-0d2cf9c756]: Time: `2026-02`; Sources: "
                                + "[lab](../../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)"));
    }

    @Test
    void laterMovesGoByWhereEarlierOnesLeftTheirAnchor() {
        assertThat(moved(
                                move(end("topics/n.md", "N"), "cccc1111"),
                                move(before("cccc1111", "topics/n.md", "N"), "aaaa1111"))
                        .get("topics/n.md"))
                .containsSubsequence("Here.", "First.", "Third.");
        assertThat(code(tree, move(end("topics/n.md", "N"), "cccc1111"), move(before("cccc1111", M, "M"), "aaaa1111")))
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void aSharedBlockMovesWholeAndInOrder() {
        Destination there = end("topics/n.md", "N");
        for (List<String> ids : List.of(
                List.of("bbbb1111"),
                List.of("bbbb2222"),
                List.of("bbbb2222", "bbbb1111"),
                List.of("bbbb1111", "cccc1111", "bbbb2222"))) {
            assertThat(code(tree, move(there, ids.toArray(String[]::new)))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
        assertThat(moved(delete("bbbb1111"), move(there, "bbbb2222")).get("topics/n.md"))
                .contains("Second.[^s] ^bbbb2222");
        assertThat(code(tree, delete("bbbb1111"), move(there, "bbbb1111", "bbbb2222")))
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(code(tree, move(there, "bbbb1111", "bbbb2222"), delete("bbbb2222")))
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(code(tree, move(there, "cccc1111"), move(there, "aaaa1111", "cccc1111")))
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(code(tree, move(there, "cccc1111", "nope"))).isEqualTo(ErrorCode.MEMORY_NOT_FOUND);
    }

    @Test
    void oneLabelWithTwoMeaningsIsRefusedAndWithOneMerged() {
        TopicTree meeting = Topics.tree(Map.of(
                M,
                lines("First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF),
                "topics/same.md",
                lines(
                        "Same.[^x] ^bbbb1111",
                        "",
                        "[^x]: Time: `2026-01-01`; Sources: [other label](" + Archive.M1_TARGET + ")"),
                "topics/time.md",
                lines("Time.[^x] ^cccc1111", "", "[^x]: Time: `2026-01-02`; Sources: [x](" + Archive.M1_TARGET + ")"),
                "topics/source.md",
                lines("Source.[^x] ^dddd1111", "", "[^x]: Time: `2026-01-01`; Sources: [x](" + Archive.M2_TARGET + ")"),
                "topics/d/deep.md",
                lines(
                        "Deep.[^x] ^eeee1111",
                        "",
                        "[^x]: Time: `2026-01-01`; Sources: [x](../" + Archive.M1_TARGET + ")")));

        assertThat(changed(meeting, move(end(M), "bbbb1111", "eeee1111")))
                .isEqualTo(lines(
                        "First.[^x] ^aaaa1111",
                        "",
                        "[^x]: " + X_DEF,
                        "",
                        "Same.[^x] ^bbbb1111",
                        "",
                        "Deep.[^x] ^eeee1111"));
        assertThat(code(meeting, move(end(M), "cccc1111"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(code(meeting, move(end(M), "dddd1111"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(code(meeting, move(end("topics/new.md"), "bbbb1111", "cccc1111")))
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(Topics.texts(Update.of(meeting, List.of(move(end("topics/d/new.md"), "bbbb1111", "eeee1111")))
                                .after())
                        .get("topics/d/new.md"))
                .isEqualTo(lines(
                        "Same.[^x] ^bbbb1111",
                        "",
                        "[^x]: Time: `2026-01-01`; Sources: [other label](../" + Archive.M1_TARGET + ")",
                        "",
                        "Deep.[^x] ^eeee1111"));
    }

    @Test
    void aTopicThatLosesItsLastRecordGoes() {
        assertThat(moved(move(end(M, "M"), "dddd1111"))).doesNotContainKey("topics/n.md");
    }

    @Test
    void aPortableNameIsAskedOfNewTopics() {
        assertThat(refusal(tree, move(end("topics/N.md"), "cccc1111")).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal(tree, adding("New.", end("topics/what?.md"))))
                .hasMessageContaining("what-.md")
                .extracting(MemoryException::code)
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }
}
