package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnifiedDiffTests {
    private static final String M = "topics/m.md";
    private static final String HEADER = "--- a/topics/m.md\n+++ b/topics/m.md\n";
    private static final String MAIL = """
            From 0123 Mon Sep 17
            Subject: [PATCH] x

            some words
            ---
             topics/m.md | 2 +-

            """;
    private static final TopicTree TREE = Topics.tree(Map.of(M, "one\ntwo\nthree\nfour\nfive\n", "topics/n.md", "n\n"));

    private static StagedEdit staged(TopicTree tree, String patch) {
        return UnifiedDiff.parse(patch).stage(DeclaredSources.NONE, List.of(), tree);
    }

    private static String patched(TopicTree tree, String patch) {
        return staged(tree, patch).files().get(new TopicPath(M)).orElse("(gone)");
    }

    private static String patched(String patch) {
        return patched(TREE, patch);
    }

    private static MemoryException refusal(TopicTree tree, String patch) {
        MemoryException refused = catchThrowableOfType(MemoryException.class, () -> staged(tree, patch));
        assertThat(refused).as(patch).isNotNull();
        return refused;
    }

    private static void conflicts(TopicTree tree, String patch, int line, String expected, String found) {
        MemoryException refused = refusal(tree, patch);
        assertThat(refused.code()).isEqualTo(ErrorCode.PATCH_CONFLICT);
        assertThat(refused.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.line()).isEqualTo(line);
            assertThat(violation.expected()).isEqualTo(expected);
            assertThat(violation.found()).isEqualTo(found);
            assertThat(violation.path()).startsWith("topics/");
        });
    }

    @Test
    void hunksChangeTheLinesThatTheyName() {
        assertThat(patched(HEADER + "@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n"))
                .isEqualTo("one\nTWO\nthree\nfour\nfive\n");
        assertThat(patched(HEADER + "@@ -2 +2,2 @@ heading\n two\n+new\n"))
                .isEqualTo("one\ntwo\nnew\nthree\nfour\nfive\n");
        assertThat(patched(HEADER + "@@ -0,0 +1 @@\n+new\n")).isEqualTo("new\none\ntwo\nthree\nfour\nfive\n");
        assertThat(patched(HEADER + "@@ -5,0 +6 @@\n+new\n")).isEqualTo("one\ntwo\nthree\nfour\nfive\nnew\n");
        assertThat(patched(HEADER + "@@ -1,5 +0,0 @@\n-one\n-two\n-three\n-four\n-five\n"))
                .isEmpty();
    }

    @Test
    void hunksMayStandInAnyOrder() {
        assertThat(patched(HEADER + "@@ -5 +5 @@\n-five\n+FIVE\n@@ -1 +1 @@\n-one\n+ONE\n"))
                .isEqualTo("ONE\ntwo\nthree\nfour\nFIVE\n");
        assertThat(patched(HEADER + "@@ -1,2 +1,2 @@\n one\n-two\n+2\n@@ -3 +3 @@\n-three\n+3\n"))
                .isEqualTo("one\n2\n3\nfour\nfive\n");
    }

    @Test
    void pathsMayHavePrefixesTimesAndQuotes() {
        for (String header : List.of(
                "--- topics/m.md\n+++ topics/m.md\n",
                "--- a/topics/m.md\t2026-01-01 00:00:00\n+++ b/topics/m.md\t2026-01-01\n",
                "--- \"a/topics/m.md\"\n+++ \"b/topics/m.md\"\n",
                "--- a/./topics//m.md\r\n+++ b/topics/m.md\r\n",
                "diff --git a/topics/m.md b/topics/m.md\nindex 0123abc..4567def 100644\n" + HEADER,
                MAIL + HEADER)) {
            assertThat(patched(header + "@@ -1 +1 @@\n-one\n+ONE\n")).startsWith("ONE\n");
        }
        TopicTree chinese = Topics.tree("topics/项目.md", "one\n");
        assertThat(staged(chinese, """
                                --- "a/topics/\\351\\241\\271\\347\\233\\256.md"
                                +++ "b/topics/\\351\\241\\271\\347\\233\\256.md"
                                @@ -1 +1 @@
                                -one
                                +ONE
                                """).files())
                .containsExactly(Map.entry(new TopicPath("topics/项目.md"), Optional.of("ONE\n")));
    }

    @Test
    void severalFilesArePatchedTogether() {
        StagedEdit edit = staged(TREE, """
                --- a/topics/m.md
                +++ b/topics/m.md
                @@ -1 +1 @@
                -one
                +ONE

                --- /dev/null
                +++ b/topics/new.md
                @@ -0,0 +1,2 @@
                +a
                +b
                --- a/topics/n.md
                +++ /dev/null
                @@ -1 +0,0 @@
                -whatever
                --\s
                2.39.2
                """);

        assertThat(edit.files())
                .containsExactly(
                        Map.entry(new TopicPath(M), Optional.of("ONE\ntwo\nthree\nfour\nfive\n")),
                        Map.entry(new TopicPath("topics/n.md"), Optional.empty()),
                        Map.entry(new TopicPath("topics/new.md"), Optional.of("a\nb\n")));
    }

    @Test
    void countsAreNotEnforced() {
        for (String counts : List.of("-1 +1", "-1,1 +1,1", "-1,9 +1,9", "-1,3 +1,2", "-1,2 +1,3")) {
            assertThat(patched(HEADER + "@@ " + counts + " @@\n one\n-two\n+TWO\n three\n"))
                    .as(counts)
                    .isEqualTo("one\nTWO\nthree\nfour\nfive\n");
        }
        for (String counts : List.of("-1 +1", "-1,9 +1,9", "-1,2 +1,2")) {
            assertThat(staged(
                                    TREE,
                                    HEADER + "@@ " + counts + " @@\n one\n-two\n+TWO\n"
                                            + "--- a/topics/n.md\n+++ b/topics/n.md\n@@ -1 +1 @@\n-n\n+N\n")
                            .files())
                    .as(counts)
                    .containsEntry(new TopicPath("topics/n.md"), Optional.of("N\n"));
        }
    }

    @Test
    void linesThatLookLikeHeadersAreLinesWhileTheHunkIsNotFull() {
        TopicTree tree = Topics.tree(M, "-- x\ny\n");

        assertThat(patched(tree, HEADER + "@@ -1,2 +1,2 @@\n--- x\n+++ z\n y\n"))
                .isEqualTo("++ z\ny\n");
        assertThat(patched(tree, HEADER + "@@ -1 +1 @@\n--- x\n+++ z\n@@ -2 +2 @@\n-y\n+Y\n"))
                .isEqualTo("++ z\nY\n");
    }

    @Test
    void anEmptyLineInAHunkIsBlankContextAndAfterItNothing() {
        TopicTree tree = Topics.tree(M, "one\n\n\ntwo\n");

        assertThat(patched(tree, HEADER + "@@ -1,4 +1,4 @@\n one\n\n\n-two\n+TWO\n\n\n"))
                .isEqualTo("one\n\n\nTWO\n");
        assertThat(patched(tree, HEADER + "@@ -1 +1 @@\n one\n\n\n-two\n+TWO\n"))
                .isEqualTo("one\n\n\nTWO\n");
    }

    @Test
    void theNoteAboutTheLastLineIsPassedBy() {
        TopicTree tree = Topics.tree(M, "one\ntwo");

        assertThat(
                        patched(
                                tree,
                                HEADER
                                        + "@@ -1,2 +1,2 @@\n one\n-two\n\\ No newline at end of file\n+TWO\n\\ No newline at end of file\n"))
                .isEqualTo("one\nTWO\n");
        assertThat(patched(tree, HEADER + "@@ -2 +2,2 @@\n two\n+three\n")).isEqualTo("one\ntwo\nthree\n");
    }

    @Test
    void otherLineEndsOfTheFileStayAndAreNotCompared() {
        TopicTree tree = Topics.tree(M, "\uFEFFone\r\ntwo\r\nthree\r\n");

        assertThat(patched(tree, HEADER + "@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n"))
                .isEqualTo("\uFEFFone\r\nTWO\nthree\r\n");
        assertThat(patched(tree, (HEADER + "@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n").replace("\n", "\r\n")))
                .isEqualTo("\uFEFFone\r\nTWO\nthree\r\n");
        TopicTree separators = Topics.tree(M, "a\u2028b\u0085c\n");
        assertThat(patched(separators, HEADER + "@@ -1 +1 @@\n-a\u2028b\u0085c\n+x\u2028y\n"))
                .isEqualTo("x\u2028y\n");
    }

    @Test
    void whatDoesNotFitIsRefusedWithItsPlace() {
        conflicts(TREE, HEADER + "@@ -1,2 +1,2 @@\n one\n-2\n+TWO\n", 2, "\"2\"", "\"two\"");
        conflicts(TREE, HEADER + "@@ -5,2 +5 @@\n five\n-six\n", 6, "\"six\"", "the end of the file");
        conflicts(TREE, HEADER + "@@ -9,0 +10 @@\n+x\n", 6, "a line 10", "the end of the file");
        conflicts(TREE, HEADER + "@@ -2 +2 @@\n-one\n+x\n", 2, "\"one\"", "\"two\"");
        conflicts(
                TREE,
                HEADER + "@@ -1,2 +1 @@\n one\n-two\n@@ -2 +1 @@\n-two\n+x\n",
                2,
                "hunks that do not overlap",
                "the hunk of patch line 6 begins in the one before it");
        conflicts(TREE, "--- /dev/null\n+++ b/topics/m.md\n@@ -0,0 +1 @@\n+x\n", 0, "no such file", "a file");
        conflicts(TREE, "--- a/topics/x.md\n+++ b/topics/x.md\n@@ -1 +1 @@\n-x\n+y\n", 0, "a file", "no such file");
        conflicts(Topics.tree(M, ""), HEADER + "@@ -0,0 +1 @@\n+x\n", 0, "a file", "no such file");
        conflicts(
                TREE,
                "--- /dev/null\n+++ b/topics/x.md\n@@ -0,0 +1 @@\n context\n+x\n",
                1,
                "\"context\"",
                "the end of the file");
        assertThat(refusal(TREE, "--- a/topics/x.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n")
                        .code())
                .isEqualTo(ErrorCode.PATCH_CONFLICT);
    }

    @Test
    void anEmptyFileMayBeCreatedAnew() {
        assertThat(patched(Topics.tree(M, ""), "--- /dev/null\n+++ b/topics/m.md\n@@ -0,0 +1 @@\n+x\n"))
                .isEqualTo("x\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n\n",
                "some words\n",
                "--- a/topics/m.md\n",
                "--- a/topics/m.md\n@@ -1 +1 @@\n-one\n+ONE\n",
                "+++ b/topics/m.md\n@@ -1 +1 @@\n-one\n+ONE\n",
                "@@ -1 +1 @@\n-one\n+ONE\n",
                HEADER,
                HEADER + "words\n",
                HEADER + "@@ -1 +1 @@\n",
                HEADER + "@@ -1 +1 @@\n\\ No newline at end of file\n",
                HEADER + "@@ -1 +1 @@\n-one\n+ONE\nmissing space\n+lost\n",
                HEADER + "@@ -1 +1 @@\n-one\n+ONE\n--- a/topics/n.md\n",
                HEADER + "@@ -x +1 @@\n-one\n",
                HEADER + "@@ ... @@\n-one\n",
                HEADER + "@@ -1 +1\n-one\n",
                HEADER + "@@ -9999999999 +1 @@\n-one\n",
                HEADER + "@@ -1 +1 @@\n-one\n" + HEADER + "@@ -2 +2 @@\n-two\n",
                "--- a/topics/m.md\n+++ b/topics/n.md\n@@ -1 +1 @@\n-one\n+ONE\n",
                "--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-one\n+ONE\n",
                "diff --git a/topics/m.md b/topics/x.md\nsimilarity index 100%\nrename from topics/m.md\nrename to topics/x.md\n",
                "diff --git a/topics/m.md b/topics/x.md\ncopy from topics/m.md\ncopy to topics/x.md\n",
                "diff --git a/topics/m.md b/topics/m.md\nold mode 100644\nnew mode 100755\n",
                "diff --git a/topics/x.md b/topics/x.md\nnew file mode 120000\n--- /dev/null\n+++ b/topics/x.md\n@@ -0,0 +1 @@\n+/etc\n",
                "diff --git a/topics/x.md b/topics/x.md\nnew file mode 160000\n--- /dev/null\n+++ b/topics/x.md\n@@ -0,0 +1 @@\n+x\n",
                "diff --git a/topics/m.md b/topics/m.md\nindex 0123abc..4567def 120000\n" + HEADER
                        + "@@ -1 +1 @@\n-one\n+ONE\n",
                "Binary files a/topics/m.md and b/topics/m.md differ\n",
                "diff --git a/topics/m.md b/topics/m.md\nGIT binary patch\nliteral 0\n",
                "--- \"a/topics/m.md\n+++ b/topics/m.md\n@@ -1 +1 @@\n-one\n+ONE\n",
                "--- \"a/topics/\\377.md\"\n+++ \"b/topics/\\377.md\"\n@@ -1 +1 @@\n-one\n+ONE\n"
            })
    void whatIsNoPatchOfOursIsRefused(String patch) {
        assertThat(refusal(TREE, patch).code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void aRefusalNamesTheLineOfThePatch() {
        assertThat(refusal(TREE, HEADER + "@@ -1 +1 @@\n-one\n+ONE\nwords\n")).hasMessageContaining("patch line 6");
    }

    @Test
    void pathsAreThoseOfTopics() {
        for (String path : List.of("../x.md", "/etc/x.md", "topics/../x.md", "topics\\x.md")) {
            assertThat(refusal(TREE, "--- a/" + path + "\n+++ b/" + path + "\n@@ -1 +1 @@\n-x\n+y\n")
                            .code())
                    .as(path)
                    .isEqualTo(ErrorCode.PATH_OUTSIDE_WORKSPACE);
        }
        for (String path : List.of("core.md", "sources/openprogram/_v2/s1.md", "topics/x.txt")) {
            assertThat(refusal(TREE, "--- /dev/null\n+++ b/" + path + "\n@@ -0,0 +1 @@\n+y\n")
                            .code())
                    .as(path)
                    .isEqualTo(ErrorCode.READ_ONLY_PATH);
        }
    }

    @Test
    void labelsAreReplacedInAddedLinesOnly() {
        TopicTree tree = Topics.tree(M, "about new-source-old\n");

        assertThat(patched(tree, HEADER + "@@ -1 +1,2 @@\n about new-source-old\n+x\n"))
                .endsWith("old\nx\n");
        assertThat(refusal(tree, HEADER + "@@ -1 +1,2 @@\n about new-source-old\n+see new-source-new\n"))
                .hasMessageContaining("new-source-new")
                .extracting(MemoryException::code)
                .isEqualTo(ErrorCode.MISSING_SOURCE);
    }

    @Test
    void idsOfDeletedFilesAndIdsNamedMayGo() {
        TopicTree tree = Topics.tree(Map.of(
                M,
                "One.[^x] ^aaaa1111\n\n[^x]: Time: `2026`; Sources: [x](" + Archive.M1_TARGET + ")\n",
                "topics/n.md",
                "Two.[^x] ^bbbb1111 ^cccc1111\n\n[^x]: Time: `2026`; Sources: [x](" + Archive.M1_TARGET + ")\n"));
        String deletion = "--- a/topics/n.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
        String change = HEADER + "@@ -1 +1 @@\n-One.[^x] ^aaaa1111\n+Other.[^x]\n";
        UnifiedDiff patch = UnifiedDiff.parse(change + deletion);

        StagedEdit staged = patch.stage(DeclaredSources.NONE, List.of(new BlockId("aaaa1111")), tree);
        assertThat(staged.removable()).containsExactly("aaaa1111", "bbbb1111", "cccc1111");
        assertThat(Topics.texts(Update.of(tree, staged, Archive.S1).after())).containsOnlyKeys(M);
        MemoryException refused = catchThrowableOfType(
                MemoryException.class,
                () -> Update.of(tree, patch.stage(DeclaredSources.NONE, List.of(), tree), Archive.S1));
        assertThat(refused.violations()).extracting(Violation::rule).containsExactly("block-removed");
        assertThat(catchThrowableOfType(
                                MemoryException.class,
                                () -> patch.stage(DeclaredSources.NONE, List.of(new BlockId("nope")), tree))
                        .code())
                .isEqualTo(ErrorCode.MEMORY_NOT_FOUND);
    }
}
