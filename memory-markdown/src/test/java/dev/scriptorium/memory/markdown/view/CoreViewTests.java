package dev.scriptorium.memory.markdown.view;

import static dev.scriptorium.memory.markdown.view.Topics.definition;
import static dev.scriptorium.memory.markdown.view.Topics.topic;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.trust.BlockTrust;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens are words here: what stands between spaces. */
class CoreViewTests {

    private static Topic core(String... lines) {
        return topic("topics/core.md", lines);
    }

    private static CoreRendering render(Topic master, int budget) {
        return CoreView.render(
                master,
                block -> BlockTrust.of(master, block, Topics.SOURCES) == Trust.TRUSTED,
                budget,
                text -> text.split("\\s+").length);
    }

    private static List<String> ids(List<BlockId> ids) {
        return ids.stream().map(BlockId::value).toList();
    }

    @Test
    void aBlockIsFollowedByItsOwnDefinitionsWhereverTheyStand() {
        CoreRendering core = render(
                core(
                        "# Core",
                        "",
                        "One.[^e-1] Two.[^e-2] ^aaaaaaaa",
                        "",
                        "Three.[^e-3] ^bbbbbbbb",
                        definition("e-3", "2026", 1, 3),
                        "",
                        "# References",
                        "",
                        definition("e-2", "2026", 1, 2),
                        definition("e-1", "2026", 1, 1)),
                2000);

        assertThat(core.text())
                .isEqualTo("# Core\n\nOne.[^e-1] Two.[^e-2] ^aaaaaaaa\n\n" + definition("e-2", "2026", 0, 2) + "\n"
                        + definition("e-1", "2026", 0, 1) + "\n\nThree.[^e-3] ^bbbbbbbb\n"
                        + definition("e-3", "2026", 0, 3) + "\n");
    }

    @Test
    void headingsStandOnlyAboveWhatIsShown() {
        CoreRendering core = render(
                core(
                        "# Core",
                        "",
                        "## Empty",
                        "",
                        "## Pending",
                        "",
                        "No.[^e-9] ^aaaaaaaa",
                        "",
                        definition("e-9", "2026", 1, 9),
                        "",
                        "## Shown",
                        "",
                        "### Deep",
                        "",
                        "Yes.[^e-1] ^bbbbbbbb",
                        "",
                        definition("e-1", "2026", 1, 1)),
                2000);

        assertThat(core.text().lines().filter(line -> line.startsWith("#")))
                .containsExactly("# Core", "## Shown", "### Deep");
        assertThat(ids(core.pending())).containsExactly("aaaaaaaa");
        assertThat(core.omitted()).isEmpty();
        assertThat(core.text()).doesNotContain("left out");
    }

    @Test
    void pendingIsDecidedPerBlockHoweverTheLinesStand() {
        CoreRendering core = render(
                core(
                        "No.[^e-9] ^aaaaaaaa",
                        definition("e-9", "2026", 1, 9),
                        "Yes.[^e-1] ^bbbbbbbb",
                        definition("e-1", "2026", 1, 1),
                        "Mixed.[^e-1][^e-9] ^cccccccc"),
                2000);

        assertThat(core.text()).isEqualTo("Yes.[^e-1] ^bbbbbbbb\n" + definition("e-1", "2026", 0, 1) + "\n");
        assertThat(ids(core.pending())).containsExactly("aaaaaaaa", "cccccccc");
    }

    @Test
    void theFirstBlockThatDoesNotFitEndsTheRendering() {
        Topic master = core(
                "# Core",
                "",
                "One.[^e-1] ^aaaaaaaa",
                "",
                definition("e-1", "2026", 1, 1),
                "",
                "Two words and more of them.[^e-2] ^bbbbbbbb",
                "",
                definition("e-2", "2026", 1, 2),
                "",
                "Three.[^e-3] ^cccccccc ^dddddddd",
                "",
                definition("e-3", "2026", 1, 3));
        // The heading has 2 words; the blocks with their definitions 7, 12 and 8.
        CoreRendering core = render(master, 17);

        assertThat(core.text()).endsWith("\n\n<!-- left out for lack of room: ^bbbbbbbb, ^dddddddd -->\n");
        assertThat(ids(core.omitted())).containsExactly("bbbbbbbb", "dddddddd");
        assertThat(core.tokens()).isEqualTo(9);
        assertThat(core.budget()).isEqualTo(17);
        assertThat(render(master, 29).omitted()).isEmpty();
        assertThat(render(master, 29).tokens()).isEqualTo(29);
    }

    @Test
    void aBlockLargerThanTheWholeBudgetIsSteppedOver() {
        Topic master = core(
                "# Core",
                "",
                "Two words and more of them and more.[^e-2] ^bbbbbbbb",
                "",
                definition("e-2", "2026", 1, 2),
                "",
                "One.[^e-1] ^aaaaaaaa",
                "",
                definition("e-1", "2026", 1, 1));

        CoreRendering core = render(master, 13);

        assertThat(core.text()).contains("One.").contains("left out for lack of room: ^bbbbbbbb -->");
        assertThat(core.tokens()).isEqualTo(9);
    }

    @Test
    void aSharedDefinitionIsShownOnceUnderTheFirstBlockShown() {
        CoreRendering core = render(
                core(
                        "A.[^e-1][^e-9] ^aaaaaaaa",
                        "",
                        "B.[^e-1] ^bbbbbbbb",
                        "",
                        "C.[^e-1] ^cccccccc",
                        "",
                        definition("e-1", "2026", 1, 1),
                        definition("e-9", "2026", 1, 9)),
                2000);

        assertThat(core.text())
                .isEqualTo("B.[^e-1] ^bbbbbbbb\n\n" + definition("e-1", "2026", 0, 1) + "\n\nC.[^e-1] ^cccccccc\n");
    }

    @Test
    void linksLeadFromTheRootAndCodeStays() {
        CoreRendering core = render(
                core(
                        "See [a](people/ada.md#^aaaaaaaa), `[b](c.md)` and [d](https://e.example).[^e-1] ^bbbbbbbb",
                        "",
                        "[^e-1]: Time: `2026`; Sources: [a](../sources/demo/_v2/room%201.md#"
                                + Topics.SOURCES
                                        .find(Topics.ref(1))
                                        .orElseThrow()
                                        .anchor() + "), [b](demo/room 1/m2)"),
                2000);

        assertThat(core.text())
                .startsWith("See [a](topics/people/ada.md#^aaaaaaaa), `[b](c.md)` and [d](https://e.example).[^e-1]")
                .contains("[a](sources/demo/_v2/room%201.md#", "[b](sources/demo/_v2/room%25201.md#");
    }

    @Test
    void onlyTwelveOfTheOmittedAreNamed() {
        List<String> lines = new ArrayList<>();
        for (int i = 10; i < 25; i++) {
            lines.add("Some words.[^e-1] ^aaaaaa" + i);
            lines.add("");
        }
        lines.add(definition("e-1", "2026", 1, 1));
        CoreRendering core = render(core(lines.toArray(String[]::new)), 3);

        assertThat(core.omitted()).hasSize(15);
        assertThat(core.text())
                .startsWith("<!-- left out for lack of room: ^aaaaaa10, ")
                .endsWith(", ^aaaaaa21, and 3 more -->\n");
        assertThat(core.tokens()).isZero();
    }

    @Test
    void whatIsNotMemoryIsNotShown() {
        CoreRendering core = render(
                core(
                        "---",
                        "a: b",
                        "---",
                        "<!-- note -->",
                        "",
                        "One.[^e-1] ^aaaaaaaa",
                        "",
                        "```",
                        "code",
                        "```",
                        "",
                        "***",
                        "",
                        definition("e-1", "2026", 1, 1)),
                2000);

        assertThat(core.text()).isEqualTo("One.[^e-1] ^aaaaaaaa\n\n" + definition("e-1", "2026", 0, 1) + "\n");
    }

    @Test
    void recordsFromBeforeBlockIdsAreNamedByTheirLabels() {
        CoreRendering core = render(
                core(
                        "A b c.[^mem_a] D e.[^mem_b]",
                        "",
                        definition("mem_a", "2026", 1, 1),
                        definition("mem_b", "2026", 1, 2)),
                2);

        assertThat(core.text()).isEqualTo("<!-- left out for lack of room: mem_a, mem_b -->\n");
    }

    @Test
    void anOpenDirectionControlEndsWithTheWords() {
        assertThat(render(core("\u2067One [x](a.md).[^e-1] ^aaaaaaaa", "", definition("e-1", "2026", 1, 1)), 2000)
                        .text())
                .startsWith("\u2067One [x](topics/a.md).\u2069[^e-1] ^aaaaaaaa\n");
    }

    @Test
    void nothingToShowIsAnEmptyText() {
        CoreRendering core = render(core("# Core"), 2000);

        assertThat(core.text()).isEmpty();
        assertThat(core.tokens()).isZero();
    }
}
