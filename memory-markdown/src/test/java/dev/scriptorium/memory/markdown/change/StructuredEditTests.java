package dev.scriptorium.memory.markdown.change;

import static dev.scriptorium.memory.markdown.change.Changes.adding;
import static dev.scriptorium.memory.markdown.change.Changes.after;
import static dev.scriptorium.memory.markdown.change.Changes.before;
import static dev.scriptorium.memory.markdown.change.Changes.cited;
import static dev.scriptorium.memory.markdown.change.Changes.delete;
import static dev.scriptorium.memory.markdown.change.Changes.end;
import static dev.scriptorium.memory.markdown.change.Changes.move;
import static dev.scriptorium.memory.markdown.change.Changes.start;
import static dev.scriptorium.memory.markdown.change.Changes.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class StructuredEditTests {
    private static final String M = "topics/m.md";
    private static final String X_DEF = "Time: `2026-01-01`; Sources: [x](" + Archive.M1_TARGET + ")";
    private static final String Y_DEF = "Time: `2026-01-02`; Sources: [y](" + Archive.M2_TARGET + ")";

    /** A topic from lines. */
    private static TopicTree topic(String... lines) {
        return Topics.tree(M, String.join("\n", lines) + "\n");
    }

    private static String changed(TopicTree tree, MemoryChange... changes) {
        return Topics.texts(Update.of(tree, List.of(changes)).after()).getOrDefault(M, "(gone)");
    }

    private static String lines(String... lines) {
        return String.join("\n", lines) + "\n";
    }

    private static MemoryException refusal(TopicTree tree, MemoryChange... changes) {
        MemoryException refused =
                catchThrowableOfType(MemoryException.class, () -> Update.of(tree, List.of(changes)));
        assertThat(refused).isNotNull();
        return refused;
    }

    private static ErrorCode code(TopicTree tree, MemoryChange... changes) {
        return refusal(tree, changes).code();
    }

    private static String newFact(String id) {
        return "New.[^e-0622c8bc08] ^" + id;
    }

    private static final String NEW_DEF = "[^e-0622c8bc08]: Time: `2026-08`; Sources: [lab](" + Archive.M1_TARGET + ")";

    @Nested
    class Placing {
        private final TopicTree tree = topic(
                "---", "tags: a", "---", "# M", "First.[^x] ^aaaa1111", "[^x]: " + X_DEF, "", "", "", "## One", "Second.[^y] ^bbbb2222",
                "", "[^y]: " + Y_DEF, "", "### Deep", "", "<!-- note -->", "", "Third.[^x] ^cccc3333", "", "## Two", "", "", "Fourth.[^y] ^dddd4444");

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
            assertThat(placed(after("bbbb2222", M, "M", "One"))).isEqualTo(withNewAt("[^y]: " + Y_DEF + "\n\n", "### Deep"));
            assertThat(placed(before("cccc3333", M, "M", "One", "Deep")))
                    .isEqualTo(withNewAt("<!-- note -->\n\n", "Third."));
            assertThat(placed(after("cccc3333", M, "M", "One", "Deep")))
                    .isEqualTo(withNewAt("Third.[^x] ^cccc3333\n\n", "## Two"));
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
                    "# A", "", "## S", "", "One.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", "# B", "", "## S", "",
                    "Two.[^y] ^bbbb2222", "", "[^y]: " + Y_DEF);

            assertThat(changed(twice, adding("New.", start(M, "B", "S")))).contains("## S\n\nNew.[^e-0622c8bc08]");
            assertThat(changed(twice, adding("New.", start(M, "B", "S")))).contains("# A\n\n## S\n\nOne.");
            assertThat(changed(twice, adding("New.", end(M, "S")))).endsWith("# S\n\nNew.[^e-0622c8bc08] ^95da8a06\n\n"
                    + NEW_DEF + "\n");
        }

        @Test
        void aSectionThatStandsTwiceTakesWhatGoesBesideAnAnchorOfEither() {
            TopicTree twice = topic(
                    "# A", "", "One.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", "# A", "", "Two.[^y] ^bbbb2222", "",
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

    @Nested
    class Spacing {
        @Test
        void onlyWhereSomethingIsPutInSpacingIsCanonical() {
            TopicTree tree = topic(
                    "# M", "First.[^x] ^aaaa1111", "[^x]: " + X_DEF, "", "", "Second.[^y] ^bbbb2222", "[^y]: " + Y_DEF, "",
                    "", "", "Third.[^y] ^cccc3333");

            assertThat(changed(tree, adding("New.", after("bbbb2222", M, "M"))))
                    .isEqualTo(lines(
                            "# M", "First.[^x] ^aaaa1111", "[^x]: " + X_DEF, "", "", "Second.[^y] ^bbbb2222", "[^y]: " + Y_DEF,
                            "", newFact("95da8a06"), "", NEW_DEF, "", "Third.[^y] ^cccc3333"));
            assertThat(changed(tree, update("bbbb2222", "Second v2.")))
                    .isEqualTo(lines(
                            "# M", "First.[^x] ^aaaa1111", "[^x]: " + X_DEF, "", "Second v2.[^e-0d2cf9c756] ^bbbb2222", "",
                            "[^e-0d2cf9c756]: Time: `2026-02`; Sources: [lab](" + Archive.M1_TARGET + ")", "",
                            "[^y]: " + Y_DEF, "", "", "", "Third.[^y] ^cccc3333"));
            assertThat(changed(tree, delete("aaaa1111")))
                    .isEqualTo(lines("# M", "", "Second.[^y] ^bbbb2222", "[^y]: " + Y_DEF, "", "", "", "Third.[^y] ^cccc3333"));
            assertThat(changed(tree, delete("cccc3333")))
                    .isEqualTo(lines(
                            "# M", "First.[^x] ^aaaa1111", "[^x]: " + X_DEF, "", "", "Second.[^y] ^bbbb2222", "[^y]: " + Y_DEF));
            assertThat(changed(tree, move(before("aaaa1111", M, "M"), "cccc3333")))
                    .isEqualTo(lines(
                            "# M", "", "Third.[^y] ^cccc3333", "", "First.[^x] ^aaaa1111", "[^x]: " + X_DEF, "", "",
                            "Second.[^y] ^bbbb2222", "[^y]: " + Y_DEF));
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
                    "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", "---", "", "Second.[^y] ^bbbb2222", "",
                    "[^y]: " + Y_DEF, "", "---", "", "Third.[^y] ^cccc3333");

            assertThat(changed(tree, delete("aaaa1111"))).startsWith("\n---\n\nSecond.").contains("Third.");
        }

        @Test
        void aFileWithOtherLineEndsIsRewrittenWithLineFeeds() {
            TopicTree tree = Topics.tree(M, "\uFEFF# M\r\n\r\nFirst.[^x] ^aaaa1111\r\n\r\n[^x]: " + X_DEF + "\r\n");

            assertThat(changed(tree, adding("New.", end(M, "M"))))
                    .isEqualTo(lines(
                            "# M", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", newFact("95da8a06"), "", NEW_DEF));
        }
    }

    @Nested
    class Updating {
        private final TopicTree tree = topic(
                "# M", "", "First.[^x] Part.[^y] ^aaaa1111 ^aaaa2222", "", "[^x]: " + X_DEF, "", "[^y]: " + Y_DEF, "",
                "Second.[^y] ^bbbb1111");

        @Test
        void allIdsStayAndOnlyEvidenceOfItsOwnGoes() {
            String text = changed(tree, update("aaaa1111", "- one\n- two"));

            assertThat(text)
                    .isEqualTo(lines(
                            "# M", "", "- one", "- two[^e-0d2cf9c756] ^aaaa1111 ^aaaa2222", "",
                            "[^e-0d2cf9c756]: Time: `2026-02`; Sources: [lab](" + Archive.M1_TARGET + ")", "",
                            "[^y]: " + Y_DEF, "", "Second.[^y] ^bbbb1111"));
        }

        @Test
        void whatAnUpdateCitesMustBeTrustedUnlessTheRecordCitesIt() {
            TopicTree pending = topic(
                    "# M", "", "First.[^x] ^aaaa1111", "",
                    "[^x]: Time: `2026`; Sources: [p](../sources/openprogram/_v2/s1.md#source-8c4e7aa5ca2e3aa1)", "",
                    "Second.[^y] ^bbbb1111", "", "[^y]: " + Y_DEF);
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

            assertThat(Update.of(once, List.of(update("bbbb1111", "Second."))).edit().files())
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
                    "```\ncode\n```", "text\n```\ncode\n```", "text\n~~~\ncode\n~~~", "<!-- note -->", "text\n<!-- note -->\nmore",
                    "<a id=\"x\"></a>\ntext", "text\n***\nmore", "---\na: b\n---", "ends with \\", "text\n<!-- open")) {
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

    @Nested
    class Deleting {
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
                    "# M", "", "First.[^x] Part.[^y] ^aaaa1111", "", "Second.[^y] ^bbbb1111", "", "[^x]: " + X_DEF, "[^y]: " + Y_DEF);

            assertThat(changed(tree, delete("aaaa1111")))
                    .isEqualTo(lines("# M", "", "Second.[^y] ^bbbb1111", "", "[^y]: " + Y_DEF));
        }

        @Test
        void aSectionWithoutRecordsGoesWithItsCode() {
            TopicTree tree = topic(
                    "# M", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", "## Gone", "", "Second.[^y] ^bbbb1111", "",
                    "[^y]: " + Y_DEF, "", "```", "code", "```");

            assertThat(changed(tree, delete("bbbb1111")))
                    .isEqualTo(lines("# M", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF));
        }

        /** Row 54 of the reported faults. */
        @Test
        void aRecordThatAnotherLinksToStaysUnlessTheLinkGoesToo() {
            TopicTree tree = Topics.tree(Map.of(
                    M, lines("# M", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", "Other.[^x] ^bbbb1111"),
                    "topics/n.md", lines("# N", "", "See [it](m.md#^aaaa1111).[^y] ^cccc1111", "", "[^y]: " + Y_DEF)));

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

    @Nested
    class Moving {
        private final TopicTree tree = Topics.tree(Map.of(
                M,
                        lines(
                                "# M", "", "First.[^x] Part.[^s] ^aaaa1111", "", "[^x]: " + X_DEF, "", "[^s]: " + Y_DEF, "",
                                "Second.[^s] ^bbbb1111 ^bbbb2222", "", "Third.[^y] ^cccc1111", "", "[^y]: " + Y_DEF),
                "topics/n.md", lines("# N", "", "Here.[^n] ^dddd1111", "", "[^n]: " + X_DEF),
                "topics/d/o.md",
                        lines(
                                "# O", "", "There.[^o] ^eeee1111", "",
                                "[^o]: Time: `2026`; Sources: [o](../../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)")));

        private Map<String, String> moved(MemoryChange... changes) {
            return Topics.texts(Update.of(tree, List.of(changes)).after());
        }

        @Test
        void evidenceGoesWithItsBlockAndSharedEvidenceIsCopied() {
            Map<String, String> texts = moved(move(after("dddd1111", "topics/n.md", "N"), "aaaa1111", "cccc1111"));

            assertThat(texts.get("topics/n.md"))
                    .isEqualTo(lines(
                            "# N", "", "Here.[^n] ^dddd1111", "", "[^n]: " + X_DEF, "", "First.[^x] Part.[^s] ^aaaa1111", "",
                            "[^x]: " + X_DEF, "", "[^s]: " + Y_DEF, "", "Third.[^y] ^cccc1111", "", "[^y]: " + Y_DEF));
            assertThat(texts.get(M))
                    .isEqualTo(lines("# M", "", "[^s]: " + Y_DEF, "", "Second.[^s] ^bbbb1111 ^bbbb2222"));
        }

        @Test
        void sharedEvidenceStaysWhereItIsWithinAFile() {
            assertThat(moved(move(end(M, "M"), "aaaa1111")).get(M))
                    .isEqualTo(lines(
                            "# M", "", "[^s]: " + Y_DEF, "", "Second.[^s] ^bbbb1111 ^bbbb2222", "", "Third.[^y] ^cccc1111", "",
                            "[^y]: " + Y_DEF, "", "First.[^x] Part.[^s] ^aaaa1111", "", "[^x]: " + X_DEF));
        }

        @Test
        void theOrderGivenIsTheOrderAfterwards() {
            assertThat(moved(move(start(M, "M"), "cccc1111", "bbbb1111", "bbbb2222")).get(M))
                    .isEqualTo(lines(
                            "# M", "", "Third.[^y] ^cccc1111", "", "[^y]: " + Y_DEF, "", "Second.[^s] ^bbbb1111 ^bbbb2222", "",
                            "First.[^x] Part.[^s] ^aaaa1111", "", "[^x]: " + X_DEF, "", "[^s]: " + Y_DEF));
        }

        @Test
        void linksToTheArchiveAreRebuiltForTheOtherDirectory() {
            Map<String, String> texts = moved(
                    move(end("topics/d/o.md", "O"), "cccc1111"), move(end(M, "M"), "eeee1111"));

            assertThat(texts.get("topics/d/o.md"))
                    .contains("[^y]: Time: `2026-01-02`; Sources: "
                            + "[y](../../sources/openprogram/_v2/s1.md#source-ca088bc6281be925)");
            assertThat(texts.get(M)).contains("[o](../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)");
        }

        @Test
        void linksToMovedRecordsAreRepaired() {
            TopicTree linked = tree.with(Topics.tree(
                            "topics/d/p.md",
                            lines(
                                    "# P", "", "See [it](../m.md#^cccc1111).[^p] ^ffff1111", "",
                                    "[^p]: Time: `2026`; Sources: [o](../../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)"))
                    .paths()
                    .stream()
                    .collect(java.util.stream.Collectors.toMap(
                            path -> path,
                            path -> java.util.Optional.of(lines(
                                    "# P", "", "See [it](../m.md#^cccc1111).[^p] ^ffff1111", "",
                                    "[^p]: Time: `2026`; Sources: [o](../../sources/openprogram/_v2/s1.md#source-d6511a17d50e19d2)")))));

            Map<String, String> texts = Topics.texts(
                    Update.of(linked, List.of(move(end("topics/d/q.md"), "cccc1111"))).after());

            assertThat(texts.get("topics/d/p.md")).contains("[it](q.md#^cccc1111)");
        }

        @Test
        void anUpdatedRecordMovesWithItsNewEvidence() {
            Map<String, String> texts = moved(
                    move(end("topics/d/o.md", "O"), "cccc1111"), update("cccc1111", "Third v2."));

            assertThat(texts.get("topics/d/o.md"))
                    .endsWith(lines(
                            "Third v2.[^e-0d2cf9c756] ^cccc1111", "",
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
            assertThat(code(
                            tree,
                            move(end("topics/n.md", "N"), "cccc1111"),
                            move(before("cccc1111", M, "M"), "aaaa1111")))
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
                    M, lines("First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF),
                    "topics/same.md", lines("Same.[^x] ^bbbb1111", "", "[^x]: Time: `2026-01-01`; Sources: [other label]("
                            + Archive.M1_TARGET + ")"),
                    "topics/time.md", lines("Time.[^x] ^cccc1111", "", "[^x]: Time: `2026-01-02`; Sources: [x]("
                            + Archive.M1_TARGET + ")"),
                    "topics/source.md", lines("Source.[^x] ^dddd1111", "", "[^x]: Time: `2026-01-01`; Sources: [x]("
                            + Archive.M2_TARGET + ")"),
                    "topics/d/deep.md", lines("Deep.[^x] ^eeee1111", "", "[^x]: Time: `2026-01-01`; Sources: [x](../"
                            + Archive.M1_TARGET + ")")));

            assertThat(changed(meeting, move(end(M), "bbbb1111", "eeee1111")))
                    .isEqualTo(lines(
                            "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF, "", "Same.[^x] ^bbbb1111", "", "Deep.[^x] ^eeee1111"));
            assertThat(code(meeting, move(end(M), "cccc1111"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(code(meeting, move(end(M), "dddd1111"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(code(meeting, move(end("topics/new.md"), "bbbb1111", "cccc1111")))
                    .isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(Topics.texts(Update.of(meeting, List.of(move(end("topics/d/new.md"), "bbbb1111", "eeee1111")))
                                    .after())
                            .get("topics/d/new.md"))
                    .isEqualTo(lines(
                            "Same.[^x] ^bbbb1111", "", "[^x]: Time: `2026-01-01`; Sources: [other label](../" + Archive.M1_TARGET
                                    + ")", "", "Deep.[^x] ^eeee1111"));
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

    @Nested
    class OldRecords {
        private static final String A = "[^mem_a]: " + X_DEF;
        private static final String B = "[^mem_b]: " + Y_DEF;
        private static final String NEW_A = "[^mem_a]: Time: `2026-02`; Sources: [lab](" + Archive.M1_TARGET + ")";

        @Test
        void anUpdateRewritesItsWordsAndItsDefinitionOnly() {
            TopicTree tree = topic(
                    "# M", A, "[^mem_c]: " + X_DEF, "- One.[^mem_a]", "- Two.[^mem_b][^mem_c] and words after", B);

            assertThat(changed(tree, update("mem_a", "- One v2.")))
                    .isEqualTo(lines(
                            "# M", NEW_A, "[^mem_c]: " + X_DEF, "- One v2.[^mem_a]", "- Two.[^mem_b][^mem_c] and words after", B));
            assertThat(changed(tree, update("mem_c", "Both.")))
                    .isEqualTo(lines(
                            "# M", A, "[^mem_c]: Time: `2026-02`; Sources: [lab](" + Archive.M1_TARGET + ")", "- One.[^mem_a]",
                            "Both.[^mem_b][^mem_c] and words after", B));
            assertThat(code(tree, update("mem_b", "x"), update("mem_c", "y"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(changed(tree, update("mem_a", "x"), update("mem_c", "y"))).contains("x[^mem_a]\ny[^mem_b][^mem_c] and");
        }

        @Test
        void aDeletionCutsItsWordsAndSparesItsPeers() {
            TopicTree tree = topic(
                    "# M", "", "One.[^mem_a] Two.[^mem_b][^mem_c] Three.[^mem_d] after", "", A, B, "[^mem_c]: " + X_DEF,
                    "[^mem_d]: " + Y_DEF);

            assertThat(changed(tree, delete("mem_a"))).startsWith("# M\n\nTwo.[^mem_b][^mem_c] Three.[^mem_d] after\n\n" + B);
            assertThat(changed(tree, delete("mem_b"))).startsWith("# M\n\nOne.[^mem_a] Two.[^mem_c] Three.[^mem_d] after\n");
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
            TopicTree tree = topic("# M", "", "One.[^mem_a] Two.[^mem_b]", "", A, B, "", "Stays.[^x] ^aaaa1111", "", "[^x]: " + X_DEF);
            Map<String, String> texts = Topics.texts(
                    Update.of(tree, List.of(move(end("topics/d/n.md", "N"), "mem_a", "mem_b")))
                            .after());

            assertThat(texts.get("topics/d/n.md"))
                    .isEqualTo(lines(
                            "# N", "", "One.[^mem_a] Two.[^mem_b]", "", A.replace("](../", "](../../"), "",
                            B.replace("](../", "](../../")));
            assertThat(code(tree, move(end("topics/n.md"), "mem_b", "mem_a"))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
            assertThat(Topics.texts(Update.of(tree, List.of(delete("mem_a"), move(end("topics/n.md"), "mem_b")))
                                    .after())
                            .get("topics/n.md"))
                    .isEqualTo(lines("Two.[^mem_b]", "", B));
        }

        @Test
        void linksInThemToWholeTopicsAreLeftAloneWhileTheyDoNotChange() {
            TopicTree tree = topic(
                    "# M", "", "See [n](n.md).[^mem_a]", "", A, "", "Here.[^x] ^aaaa1111", "", "[^x]: " + X_DEF);

            assertThat(changed(tree, update("aaaa1111", "Here v2."))).contains("See [n](n.md).[^mem_a]");
        }
    }

    @Nested
    class Evidence {
        private final TopicTree tree = topic("# M", "", "First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF);

        @Test
        void changesOfContentAreNumberedInTheirOwnOrder() {
            Update update = Update.of(
                    tree,
                    List.of(
                            move(end("topics/n.md"), "aaaa1111"),
                            adding("One.", end(M, "M")),
                            adding("Two.", end(M, "M"))));

            assertThat(update.edit().evidenceIds()).containsOnlyKeys("new-evidence-record-1", "new-evidence-record-2");
        }

        @Test
        void aLabelThatStandsInATopicIsPassedBy() {
            TopicTree taken = topic(
                    "# M", "", "First.[^new-evidence-record-1] ^aaaa1111", "", "[^new-evidence-record-1]: " + X_DEF);

            assertThat(Update.of(taken, List.of(adding("One.", end("topics/n.md")), adding("Two.", end("topics/n.md"))))
                            .edit()
                            .evidenceIds())
                    .containsOnlyKeys("new-evidence-record-2", "new-evidence-record-3");
        }

        @Test
        void sourcesThatAreNoneAreRefusedWithTheirPlace() {
            for (String source : List.of(
                    "nope", "a/b", "x) [y](" + Archive.M1, "a/b/[c]", "openprogram/s1/m9", "../../etc/passwd#x", "D1:1", "a/b/c\n")) {
                MemoryException refused = refusal(
                        tree, new CreateRecord("x", "2026", cited(source), end(M, "M")));

                assertThat(refused.code()).as(source).isEqualTo(ErrorCode.INVALID_TOPIC_FORMAT);
                assertThat(refused.violations())
                        .extracting(Violation::rule)
                        .contains("source-unresolvable");
            }
        }

        @Test
        void aTurnWhoseNameHasParenthesesIsCited() {
            dev.scriptorium.memory.api.ref.SourceRef ref =
                    new dev.scriptorium.memory.api.ref.SourceRef("local/team (1) 100%/m)1");
            dev.scriptorium.memory.markdown.source.SourceIndex sources = Archive.with(
                    Archive.S1,
                    List.of(dev.scriptorium.memory.markdown.source.SourceFrame.of(ref, null, null, "", "user", "x")));
            MemoryChange change = new CreateRecord("x", "2026", cited(ref.value()), end("topics/d/n.md"));
            StagedEdit staged = StructuredEdit.stage(
                    List.of(change), DeclaredSources.NONE, tree, sources);
            TopicTree after = Update.of(tree, staged, sources).after();

            assertThat(after.text(new dev.scriptorium.memory.api.ref.TopicPath("topics/d/n.md")).orElseThrow())
                    .contains("[lab](../../sources/local/_v2/team%2520%25281%2529%2520100%2525.md#source-");
            assertThat(Topics.texts(Update.of(
                                    after,
                                    StructuredEdit.stage(
                                            List.of(new UpdateRecord(
                                                    new BlockId("aaaa1111"), "y", "2026", cited(ref.value()))),
                                            DeclaredSources.NONE,
                                            after,
                                            sources),
                                    sources)
                            .after())
                            .get(M))
                    .contains("y[^e-");
        }
    }

    @Nested
    class Requests {
        @Test
        void anEmptyRequestIsRefused() {
            assertThat(code(TopicTree.EMPTY)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        }

        @Test
        void unknownIdsAreRefusedWithTheirItem() {
            TopicTree tree = topic("First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF);

            assertThat(refusal(tree, update("aaaa1111", "x"), delete("nope")))
                    .hasMessageStartingWith("memory_changes[1]")
                    .extracting(MemoryException::code)
                    .isEqualTo(ErrorCode.MEMORY_NOT_FOUND);
            assertThat(code(tree, update("nope", "x"))).isEqualTo(ErrorCode.MEMORY_NOT_FOUND);
        }

        @Test
        void untouchedTopicsAreNotStaged() {
            TopicTree tree = Topics.tree(Map.of(
                    M, lines("First.[^x] ^aaaa1111", "", "[^x]: " + X_DEF),
                    "topics/n.md", lines("Second.[^x] ^bbbb1111", "", "[^x]: " + X_DEF)));

            assertThat(StructuredEdit.stage(
                                    List.of(update("aaaa1111", "x")), DeclaredSources.NONE, tree, Archive.S1)
                            .files())
                    .hasSize(1);
        }
    }
}
