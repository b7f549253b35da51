package dev.scriptorium.memory.markdown.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Heading;
import dev.scriptorium.memory.markdown.topic.Link;
import dev.scriptorium.memory.markdown.topic.Opaque;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopicParserTests {
    private static final TopicPath PATH = new TopicPath("topics/a.md");

    private static Topic parse(String text) {
        return TopicParser.parse(PATH, text);
    }

    private static Block only(String text) {
        assertThat(parse(text).blocks()).hasSize(1);
        return parse(text).blocks().get(0);
    }

    private static String kinds(String text) {
        StringBuilder kinds = new StringBuilder();
        parse(text)
                .elements()
                .forEach(element -> kinds.append(
                        element instanceof Heading
                                ? 'H'
                                : element instanceof Block
                                        ? 'B'
                                        : element instanceof Definition
                                                ? 'D'
                                                : element instanceof Opaque opaque
                                                        ? opaque.kind().name().substring(0, 2)
                                                        : '?'));
        return kinds.toString();
    }

    @Test
    void theLinesOfATopicAreItsText() {
        SplittableRandom random = new SplittableRandom(7);
        String[] parts = {
            "# A",
            "## B",
            "text[^e1]",
            "^id",
            "```",
            "~~~",
            "- item",
            "> quote",
            "<!-- c",
            "-->",
            "---",
            "",
            " ",
            "\t",
            "[^e1]: Time: `2026`; Sources: [x](a/b/c)",
            "    code",
            "| t |",
            "\u2028",
            "1. x",
            "===",
            "\\`",
            "`"
        };
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append(parts[random.nextInt(parts.length)]).append(random.nextInt(3) == 0 ? "" : "\n");
            }
            Topic topic = parse(text.toString());
            assertThat(topic.text()).isEqualTo(text.toString());
            int at = 0;
            for (var element : topic.elements()) {
                assertThat(element.line()).isGreaterThanOrEqualTo(at);
                assertThat(element.endLine()).isGreaterThan(element.line());
                at = element.endLine();
            }
            assertThat(at).isLessThanOrEqualTo(topic.lines().size());
        }
    }

    @Nested
    class Structure {
        @Test
        void onlyLineFeedCarriageReturnAndBothEndALine() {
            assertThat(parse("a\nb\r\nc\rd\u2028e\u0085f\u000Bg\fh").lines())
                    .containsExactly("a", "b", "c", "d\u2028e\u0085f\u000Bg\fh");
        }

        @Test
        void headingsMakeThePathOfTheBlocksBelowThem() {
            Topic topic = parse("# A\n\n### C\n\none[^e1]\n\n## B\n\ntwo[^e1]\n\n####### no heading[^e1]\n");
            assertThat(topic.blocks())
                    .extracting(Block::headings)
                    .containsExactly(List.of("A", "C"), List.of("A", "B"), List.of("A", "B"));
        }

        @Test
        void frontMatterIsStructureAtTheFirstLineOnly() {
            assertThat(kinds("---\na: b\n---\n\ntext\n")).isEqualTo("FRB");
            assertThat(kinds("---\r\na: b\r\n---\r\ntext")).isEqualTo("FRB");
            assertThat(kinds("\n---\n\na: b\n\n---\n")).isEqualTo("BRBBR");
            assertThat(kinds("---\n\nnever closed\n")).isEqualTo("BRB");
        }

        @Test
        void aLineOfHyphensRightBelowProseIsAnUnderlineAndProse() {
            assertThat(kinds("text\n---\n")).isEqualTo("B");
            assertThat(kinds("text\n\n---\n")).isEqualTo("BBR");
            assertThat(kinds("text\n***\nmore\n")).isEqualTo("BBRB");
            assertThat(kinds("text\n===\n")).isEqualTo("B");
        }

        @Test
        void commentsMaySpanLinesAndRunToTheEndWhenNeverClosed() {
            assertThat(kinds("<!-- a\n\n# b\n-->\n\ntext\n")).isEqualTo("COB");
            assertThat(kinds("  <!-- a --> rest\ntext\n")).isEqualTo("COB");
            assertThat(kinds("<!-- a\ntext\n\nmore\n")).isEqualTo("CO");
            assertThat(kinds("<!--> not closed by the opening itself\ntext -->\nmore"))
                    .isEqualTo("COB");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "[^a]: Time: `2026-08-09`; Sources: [l](x/y/z)",
                    "[^a]: Time: undated; Sources: x/y/z",
                    "[^a]:   Time:   `2026`  ;  Sources:[l](x/y/z)",
                    "[^a]: 2026-08 · Sources: x/y/z · x/y/w"
                })
        void definitionsHaveTwoForms(String line) {
            assertThat(kinds(line)).isEqualTo("D");
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "[^a]: Time: yesterday; Sources: [l](x/y/z)",
                    "[^a]: Time: `2026; Sources: [l](x/y/z)",
                    "[^a]: Time: `2026`; Sources:",
                    " [^a]: Time: `2026`; Sources: [l](x/y/z)",
                    "[^a b]: Time: `2026`; Sources: [l](x/y/z)"
                })
        void anythingElseIsProse(String line) {
            assertThat(kinds(line)).isEqualTo("B");
        }

        @Test
        void sourcesMayBeLinksOrBareHandles() {
            Definition definition = parse("[^a]: Time: `2026`; Sources: [one [x](a/b/c), a/b/d · [two](p.md#q)")
                    .definitions()
                    .get("a");
            assertThat(definition.sources())
                    .extracting(source -> source.label() + "→" + source.target() + source.bare())
                    .containsExactly("one [x→a/b/cfalse", "a/b/d→a/b/dtrue", "two→p.md#qfalse");
        }
    }

    /** Rows 69 and 76 of the reported faults: code is opaque, by the rules of CommonMark. */
    @Nested
    class Code {
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "```\n# x\n[^e1] ^id\n```\nafter[^e1]",
                    "~~~\n```\n~~~\nafter[^e1]",
                    "````\n```\n````\nafter[^e1]",
                    "```\n~~~\n```\nafter[^e1]",
                    "   ```\nx\n   ```\nafter[^e1]",
                    "```java\nx\n```   \nafter[^e1]",
                    "> ```\n> # x\n> ```\nafter[^e1]",
                    "> ```\n> never closed in the quote\nafter[^e1]"
                })
        void whatFollowsAFenceIsParsedAgain(String text) {
            assertThat(kinds(text)).isEqualTo("COB");
        }

        @Test
        void aFenceInsideAListItemEndsWithTheItem() {
            assertThat(kinds("- text[^e1]\n\n  ```\n  # code\n  ```\n\nafter[^e1]\n"))
                    .isEqualTo("BCOB");
            assertThat(kinds("1. text[^e1]\n   ````\n   ```\n   ````\nafter[^e1]\n"))
                    .isEqualTo("BCOB");
            assertThat(kinds("- text[^e1]\n  ```\n  code\nafter[^e1]\n")).isEqualTo("BCOB");
            assertThat(kinds("- a[^e1]\n  - b[^e1]\n\n    ```\n    # code\n    ```\n\nafter[^e1]\n"))
                    .isEqualTo("BCOB");
        }

        @Test
        void aFenceThatIsNeverClosedRunsToTheEnd() {
            assertThat(kinds("```\n# x\n\ntext[^e1]\n\n")).isEqualTo("CO");
        }

        @Test
        void anInfoStringWithABacktickOpensNoFence() {
            assertThat(kinds("``` a`b\ntext[^e1]\n")).isEqualTo("B");
        }

        @Test
        void indentedCodeOutsideAListIsProse() {
            assertThat(kinds("    ```\n    code\n")).isEqualTo("B");
        }

        @Test
        void inlineCodeHidesCitationsIdsAndLinks() {
            Block block = only("see `[^e1]` and ``a ` [n](b.md#^c)`` real[^e2] `^abc`");
            assertThat(block.groups()).hasSize(1);
            assertThat(block.groups().get(0).labels()).containsExactly("e2");
            assertThat(block.links()).isEmpty();
            assertThat(block.ids()).isEmpty();
            assertThat(block.tail()).isEqualTo("`^abc`");
        }

        @Test
        void codeSpansReachOverLinesButNotIntoTheNextItemOrRow() {
            assertThat(only("a `b\nc[^e1]` d[^e2]").groups()).hasSize(1);
            assertThat(only("- a ` b[^e1]\n- c ` d[^e2]").groups()).hasSize(2);
            assertThat(only("| a ` [^e1]\n| c ` [^e2]").groups()).hasSize(2);
        }

        @Test
        void aBackslashTakesTheMeaningFromABracket() {
            assertThat(only("a \\[^e1] b[^e2]").groups()).hasSize(1);
            assertThat(only("a \\\\[^e1]").groups()).hasSize(1);
            assertThat(only("a \\` b[^e1] ` c[^e2]").groups()).hasSize(2);
        }
    }

    @Nested
    class Paragraphs {
        @Test
        void adjacentCitationsAreOneGroupAndEachGroupHasItsQuote() {
            Block block = only("One,[^a][^b] two three.[^c] ^x ^y-1");
            assertThat(block.groups()).hasSize(2);
            assertThat(block.groups().get(0).labels()).containsExactly("a", "b");
            assertThat(block.groups()).extracting(group -> group.quote()).containsExactly("One,", "two three.");
            assertThat(block.ids()).containsExactly("x", "y-1");
            assertThat(block.content()).isEqualTo("One, two three.");
            assertThat(block.tail()).isEmpty();
        }

        @Test
        void aTokenWithOtherCharactersIsText() {
            assertThat(only("One.[^a] ^bad_id").ids()).isEmpty();
            assertThat(only("One.[^a] ^bad_id").tail()).isEqualTo("^bad_id");
            assertThat(only("One.[^a]^glued").tail()).isEqualTo("^glued");
        }

        @Test
        void timeRangesAndTaskBoxesHaveNoMeaning() {
            Block block = only("[24:33 - 24:41] said [x] [ ] done.[^a]");
            assertThat(block.links()).isEmpty();
            assertThat(block.content()).isEqualTo("[24:33 - 24:41] said [x] [ ] done.");
        }

        @Test
        void linksAreFoundWithTheirTargets() {
            Block block = only("see [the [n](../b.md#^abc), ![pic](x.png) [u](https://a.b/c) [f](b.md).[^a]");
            assertThat(block.links())
                    .extracting(Link::target)
                    .containsExactly("../b.md#^abc", "x.png", "https://a.b/c", "b.md");
            assertThat(block.links().get(0).blockId()).contains("abc");
            assertThat(block.links().get(3).blockId()).isEmpty();
            Link first = block.links().get(0);
            assertThat(block.raw().substring(first.targetStart(), first.targetEnd()))
                    .isEqualTo("../b.md#^abc");
        }

        @Test
        void oldRecordsAreKnownByTheirLabels() {
            assertThat(only("First.[^mem_a] Second.[^mem_b] tail").legacy()).isTrue();
            assertThat(only("First.[^mem_a] Second.[^e1]").legacy()).isFalse();
            assertThat(only("First.[^mem_a] ^abc").legacy()).isFalse();
        }
    }

    /** Rows 82 and 83: no input overflows the stack or is slow; the parser neither recurses nor looks back. */
    @Nested
    class HostileInput {
        @Test
        void deepAndLongInputIsParsedOnASmallStack() throws InterruptedException {
            String[] texts = {
                ">".repeat(1_000_000),
                "- ".repeat(500_000),
                "[".repeat(1_000_000),
                "[^".repeat(500_000),
                "[a](".repeat(250_000),
                "`".repeat(1_000_000),
                "` `` ".repeat(200_000),
                "_".repeat(1_000_000),
                "\\".repeat(1_000_000),
                "x ^a".repeat(250_000),
                " ^a".repeat(330_000),
                "- a\n  ".repeat(170_000),
                "[^a]: Time: `2026`; Sources: [x](y)\n".repeat(28_000)
            };
            for (String text : texts) {
                Throwable[] failure = new Throwable[1];
                Thread thread = new Thread(null, () -> parse(text), "small stack", 128 << 10);
                thread.setUncaughtExceptionHandler((t, e) -> failure[0] = e);
                thread.start();
                thread.join(60_000);
                assertThat(failure[0]).isNull();
                assertThat(thread.isAlive())
                        .as("still parsing %s…", text.substring(0, 8))
                        .isFalse();
            }
        }
    }
}
