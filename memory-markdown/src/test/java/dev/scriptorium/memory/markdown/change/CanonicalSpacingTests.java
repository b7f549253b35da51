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
import static dev.scriptorium.memory.markdown.change.Edits.NEW_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.X_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.Y_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.changed;
import static dev.scriptorium.memory.markdown.change.Edits.lines;
import static dev.scriptorium.memory.markdown.change.Edits.newFact;
import static dev.scriptorium.memory.markdown.change.Edits.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.markdown.normalize.TopicTree;
import org.junit.jupiter.api.Test;

class CanonicalSpacingTests {
    @Test
    void onlyWhereSomethingIsPutInSpacingIsCanonical() {
        TopicTree tree = topic(
                "# M",
                "First.[^x] ^aaaa1111",
                "[^x]: " + X_DEF,
                "",
                "",
                "Second.[^y] ^bbbb2222",
                "[^y]: " + Y_DEF,
                "",
                "",
                "",
                "Third.[^y] ^cccc3333");

        assertThat(changed(tree, adding("New.", after("bbbb2222", M, "M"))))
                .isEqualTo(lines(
                        "# M",
                        "First.[^x] ^aaaa1111",
                        "[^x]: " + X_DEF,
                        "",
                        "",
                        "Second.[^y] ^bbbb2222",
                        "[^y]: " + Y_DEF,
                        "",
                        newFact(),
                        "",
                        NEW_DEF,
                        "",
                        "Third.[^y] ^cccc3333"));
        assertThat(changed(tree, update("bbbb2222", "Second v2.")))
                .isEqualTo(lines(
                        "# M",
                        "First.[^x] ^aaaa1111",
                        "[^x]: " + X_DEF,
                        "",
                        "Second v2.[^e-0d2cf9c756] ^bbbb2222",
                        "",
                        "[^e-0d2cf9c756]: Time: `2026-02`; Sources: [lab](" + Archive.M1_TARGET + ")",
                        "",
                        "[^y]: " + Y_DEF,
                        "",
                        "",
                        "",
                        "Third.[^y] ^cccc3333"));
        assertThat(changed(tree, delete("aaaa1111")))
                .isEqualTo(lines(
                        "# M", "", "Second.[^y] ^bbbb2222", "[^y]: " + Y_DEF, "", "", "", "Third.[^y] ^cccc3333"));
        assertThat(changed(tree, delete("cccc3333")))
                .isEqualTo(lines(
                        "# M",
                        "First.[^x] ^aaaa1111",
                        "[^x]: " + X_DEF,
                        "",
                        "",
                        "Second.[^y] ^bbbb2222",
                        "[^y]: " + Y_DEF));
        assertThat(changed(tree, move(before("aaaa1111", M, "M"), "cccc3333")))
                .isEqualTo(lines(
                        "# M",
                        "",
                        "Third.[^y] ^cccc3333",
                        "",
                        "First.[^x] ^aaaa1111",
                        "[^x]: " + X_DEF,
                        "",
                        "",
                        "Second.[^y] ^bbbb2222",
                        "[^y]: " + Y_DEF));
    }

    @Test
    void theFirstThingOfAFileHasNoLineAboveIt() {
        TopicTree tree = topic("", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", "Second.[^x] ^bbbb2222");

        assertThat(changed(tree, delete("aaaa1111"))).isEqualTo(lines("[^x]: " + X_DEF, "", "Second.[^x] ^bbbb2222"));
        assertThat(changed(tree, adding("New.", start(M)))).startsWith("New.");
    }

    @Test
    void aRuleThatBecomesTheFirstLineDoesNotBecomeFrontMatter() {
        TopicTree tree = topic(
                "First.[^x] ^aaaa1111",
                "",
                "[^x]: " + X_DEF,
                "",
                "---",
                "",
                "Second.[^y] ^bbbb2222",
                "",
                "[^y]: " + Y_DEF,
                "",
                "---",
                "",
                "Third.[^y] ^cccc3333");

        assertThat(changed(tree, delete("aaaa1111")))
                .startsWith("\n---\n\nSecond.")
                .contains("Third.");
    }

    @Test
    void aFileWithOtherLineEndsIsRewrittenWithLineFeeds() {
        TopicTree tree = Topics.tree(M, "\uFEFF# M\r\n\r\nFirst.[^x] ^aaaa1111\r\n\r\n[^x]: " + X_DEF + "\r\n");

        assertThat(changed(tree, adding("New.", end(M, "M"))))
                .isEqualTo(lines("# M", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", newFact(), "", NEW_DEF));
    }
}
