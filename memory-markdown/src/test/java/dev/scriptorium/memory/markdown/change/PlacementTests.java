package dev.scriptorium.memory.markdown.change;

import static dev.scriptorium.memory.markdown.change.Changes.adding;
import static dev.scriptorium.memory.markdown.change.Changes.after;
import static dev.scriptorium.memory.markdown.change.Changes.before;
import static dev.scriptorium.memory.markdown.change.Changes.delete;
import static dev.scriptorium.memory.markdown.change.Changes.end;
import static dev.scriptorium.memory.markdown.change.Changes.start;
import static dev.scriptorium.memory.markdown.change.Edits.M;
import static dev.scriptorium.memory.markdown.change.Edits.NEW_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.X_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.Y_DEF;
import static dev.scriptorium.memory.markdown.change.Edits.changed;
import static dev.scriptorium.memory.markdown.change.Edits.code;
import static dev.scriptorium.memory.markdown.change.Edits.lines;
import static dev.scriptorium.memory.markdown.change.Edits.newFact;
import static dev.scriptorium.memory.markdown.change.Edits.refusal;
import static dev.scriptorium.memory.markdown.change.Edits.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlacementTests {
    private final TopicTree tree = topic(
            "---",
            "tags: a",
            "---",
            "# M",
            "First.[^x] ^aaaa1111",
            "[^x]: " + X_DEF,
            "",
            "",
            "",
            "## One",
            "Second.[^y] ^bbbb2222",
            "",
            "[^y]: " + Y_DEF,
            "",
            "### Deep",
            "",
            "<!-- note -->",
            "",
            "Third.[^x] ^cccc3333",
            "",
            "## Two",
            "",
            "",
            "Fourth.[^y] ^dddd4444");

    private String placed(Destination destination) {
        String text = changed(tree, adding("New.", destination));
        return text.replace(NEW_DEF, "DEF").replaceAll("New\\.\\[\\^e-0622c8bc08] \\^[0-9a-f]{8}", "NEW");
    }

    private String withNewAt(String before, String after) {
        String text = tree.text(tree.paths().iterator().next()).orElseThrow();
        assertThat(text).contains(before + after);
        int at = text.indexOf(before + after) + before.length();
        String head = text.substring(0, at).stripTrailing();
        String tail = text.substring(at).stripLeading();
        return head + "\n\nNEW\n\nDEF\n" + (tail.isEmpty() ? "" : "\n" + tail);
    }

    @Test
    void startIsRightBelowTheHeading() {
        assertThat(placed(start(M, "M"))).isEqualTo(withNewAt("# M\n", "First."));
        assertThat(placed(start(M, "M", "One"))).isEqualTo(withNewAt("## One\n", "Second."));
        assertThat(placed(start(M, "M", "One", "Deep"))).isEqualTo(withNewAt("### Deep\n\n", "<!--"));
    }

    @Test
    void startWithoutHeadingsStaysBelowFrontMatter() {
        assertThat(placed(start(M))).isEqualTo(withNewAt("tags: a\n---\n", "# M"));
        assertThat(placed(end(M))).isEqualTo(withNewAt("tags: a\n---\n", "# M"));
    }

    @Test
    void endIsBeforeTheNextHeadingOfAnyLevel() {
        assertThat(placed(end(M, "M"))).isEqualTo(withNewAt("[^x]: " + X_DEF + "\n\n\n\n", "## One"));
        assertThat(placed(end(M, "M", "One"))).isEqualTo(withNewAt("[^y]: " + Y_DEF + "\n\n", "### Deep"));
        assertThat(placed(end(M, "M", "One", "Deep"))).isEqualTo(withNewAt("Third.[^x] ^cccc3333\n\n", "## Two"));
        assertThat(placed(end(M, "M", "Two"))).isEqualTo(withNewAt("Fourth.[^y] ^dddd4444\n", ""));
    }

    @Test
    void anAnchorCountsWithItsDefinitionsAsOne() {
        assertThat(placed(after("aaaa1111", M, "M"))).isEqualTo(withNewAt("[^x]: " + X_DEF + "\n\n\n\n", "## One"));
        assertThat(placed(before("aaaa1111", M, "M"))).isEqualTo(withNewAt("# M\n", "First."));
        assertThat(placed(after("bbbb2222", M, "M", "One")))
                .isEqualTo(withNewAt("[^y]: " + Y_DEF + "\n\n", "### Deep"));
        assertThat(placed(before("cccc3333", M, "M", "One", "Deep")))
                .isEqualTo(withNewAt("<!-- note -->\n\n", "Third."));
        assertThat(placed(after("cccc3333", M, "M", "One", "Deep")))
                .isEqualTo(withNewAt("Third.[^x] ^cccc3333\n\n", "## Two"));
    }

    @Test
    void definitionsThatSomebodyPutBeforeTheirBlockCountWithIt() {
        TopicTree above = topic(
                "One.[^y] ^aaaa1111",
                "",
                "[^y]: " + Y_DEF,
                "[^x]: " + X_DEF,
                "Two.[^x] ^bbbb1111",
                "",
                "Three.[^x] ^cccc1111");

        assertThat(changed(above, adding("New.", before("bbbb1111", M))))
                .isEqualTo(lines(
                        "One.[^y] ^aaaa1111",
                        "",
                        "[^y]: " + Y_DEF,
                        "",
                        newFact(),
                        "",
                        NEW_DEF,
                        "",
                        "[^x]: " + X_DEF,
                        "Two.[^x] ^bbbb1111",
                        "",
                        "Three.[^x] ^cccc1111"));
        assertThat(changed(above, adding("New.", after("aaaa1111", M))))
                .isEqualTo(changed(above, adding("New.", before("bbbb1111", M))));
    }

    @Test
    void missingHeadingsAreMadeBelowTheDeepestThatIsThere() {
        assertThat(placed(end(M, "M", "One", "Other", "Inner")))
                .isEqualTo(withNewAt("Third.[^x] ^cccc3333\n\n", "## Two")
                        .replace("NEW", "### Other\n\n#### Inner\n\nNEW"));
        assertThat(placed(start(M, "M", "Three")))
                .isEqualTo(withNewAt("Fourth.[^y] ^dddd4444\n", "").replace("NEW", "## Three\n\nNEW"));
        assertThat(placed(end(M, "Z", "One")))
                .isEqualTo(withNewAt("Fourth.[^y] ^dddd4444\n", "").replace("NEW", "# Z\n\n## One\n\nNEW"));
    }

    @Test
    void aHeadingIsFoundByItsWholePath() {
        TopicTree twice = topic(
                "# A",
                "",
                "## S",
                "",
                "One.[^x] ^aaaa1111",
                "",
                "[^x]: " + X_DEF,
                "",
                "# B",
                "",
                "## S",
                "",
                "Two.[^y] ^bbbb2222",
                "",
                "[^y]: " + Y_DEF);

        assertThat(changed(twice, adding("New.", start(M, "B", "S")))).contains("## S\n\nNew.[^e-0622c8bc08]");
        assertThat(changed(twice, adding("New.", start(M, "B", "S")))).contains("# A\n\n## S\n\nOne.");
        assertThat(changed(twice, adding("New.", end(M, "S"))))
                .endsWith("# S\n\nNew.[^e-0622c8bc08] ^95da8a06\n\n" + NEW_DEF + "\n");
    }

    @Test
    void aSectionThatStandsTwiceTakesWhatGoesBesideAnAnchorOfEither() {
        TopicTree twice = topic(
                "# A",
                "",
                "One.[^x] ^aaaa1111",
                "",
                "[^x]: " + X_DEF,
                "",
                "# A",
                "",
                "Two.[^y] ^bbbb2222",
                "",
                "[^y]: " + Y_DEF);

        assertThat(changed(twice, adding("New.", after("bbbb2222", M, "A")))).endsWith(NEW_DEF + "\n");
        assertThat(changed(twice, adding("New.", end(M, "A")))).contains(NEW_DEF + "\n\n# A\n\nTwo.");
    }

    @Test
    void placesThatDoNotExistAreRefused() {
        for (Destination destination : List.of(
                after("aaaa1111", M, "M", "One"),
                after("bbbb2222", M, "M"),
                before("aaaa1111", M),
                before("aaaa1111", "topics/other.md", "M"))) {
            assertThat(code(tree, adding("New.", destination))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }
        assertThat(code(tree, adding("New.", after("nope", M, "M")))).isEqualTo(ErrorCode.MEMORY_NOT_FOUND);
        assertThat(code(tree, delete("aaaa1111"), adding("New.", after("aaaa1111", M, "M"))))
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void whatAnUnclosedFenceOrCommentWouldSwallowIsRefused() {
        for (String opening : List.of("```", "~~~~", "<!-- unfinished")) {
            TopicTree open = topic("# M", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", opening, "x");

            assertThat(refusal(open, adding("New.", end(M, "M"))))
                    .hasMessageContaining("swallowed")
                    .extracting(MemoryException::code)
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(changed(open, adding("New.", after("aaaa1111", M, "M")))).contains(NEW_DEF + "\n\n" + opening);
        }
    }
}
