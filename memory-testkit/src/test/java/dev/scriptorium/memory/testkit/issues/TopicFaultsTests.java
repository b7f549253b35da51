package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.issues.TopicDoor.M;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.U1;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.adding;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.block;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.definition;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.moving;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.rewriting;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.local.BlockText;
import dev.scriptorium.memory.local.RecentEvent;
import dev.scriptorium.memory.testkit.Recalls;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Group 8 of the reported faults: blocks, footnotes, links, fences, front matter. */
@ExtendWith(WorkspaceExtension.class)
class TopicFaultsTests {
    private TemporaryWorkspace memory;
    private TopicDoor door;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        door = TopicDoor.of(workspace);
    }

    private List<MemoryHit> hits(String words) {
        return memory.workspace().read().search(MemoryQuery.of(words), false).hits();
    }

    /** Row 68. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "    an indented line\n",
                "\tafter a tab\n",
                "\n    a second paragraph\n",
                "\n\n        deeper, after two empty lines\n",
                "    [^x] again\n",
                "\n    - a list\n    - of two\n",
                "\n    ```\n    code\n    ```\n"
            })
    void aDefinitionOfSeveralLinesIsRefusedAtEveryDoor(String more) {
        String continued = block("One.", "x") + more;
        door.refusedFor("definition-continued", () -> door.write(M, continued));
        door.refusedFor("definition-continued", () -> door.edit(M, continued));
        door.refusedFor("definition-continued", () -> door.patch(creating(M, continued)));

        door.write(M, block("One.", "x"));
        String grown = memory.text(M) + more;
        door.refusedFor("definition-continued", () -> door.edit(M, grown));
    }

    private static String creating(String path, String text) {
        String added = text.replace("\n", "\n+");
        return "--- /dev/null\n+++ b/" + path + "\n@@ -0,0 +1," + text.lines().count() + " @@\n+"
                + added.substring(0, added.length() - 1);
    }

    /** Row 68: a file that somebody else made so is left as it is, and its records stay where they are. */
    @Test
    void aDefinitionOfSeveralLinesThatIsThereIsNeverTornApart() {
        door.write("topics/other.md", block("Other.", "o"));
        String continued = "One.[^x] ^aaaa1111\n\n" + definition("x", U1) + "\n    more about it\n";
        door.byHand(M, continued.getBytes(StandardCharsets.UTF_8));

        door.refused(() -> door.change(moving(new BlockId("aaaa1111"), "topics/other.md")));
        door.change(adding("New.", "topics/other.md"));

        assertThat(memory.text(M)).isEqualTo(continued);
        memory.leaveUnchecked();
    }

    /** Row 69. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "`[^ae]`",
                "`` `[^ae] ^b` ``",
                "`[x](y.md#^gone)`",
                "`a ^abcd1234`",
                "\\[^ae]",
                "\\[^ae\\] and \\`[",
                "`# no heading`",
                "``[^ae]: Time: `2024` ``"
            })
    void codeInALineIsOpaque(String code) {
        door.write(M, "# M\n\n" + block("Before " + code + " after.", "x"));

        assertThat(memory.text(M)).contains("Before " + code + " after.[^");
        MemoryAssertions.assertThat(memory).hasBlocks(1).hasBlock("Before").citing(U1);
        door.change(moving(door.id("Before"), "topics/n.md"));
        assertThat(memory.text("topics/n.md")).startsWith("Before " + code + " after.[^");
        assertThat(door.file(M)).doesNotExist();
    }

    /** Rows 69 and 76. */
    @ParameterizedTest
    @MethodSource("fences")
    void fencedCodeIsOpaqueAndEverythingAfterItIsRead(String name, String fence, String before, String after) {
        String text =
                "# M\n\n" + block("One.", "x") + "\n" + before + fence + after + "\n## After\n\n" + block("Two.", "y");
        door.write(M, text);

        assertThat(memory.text(M)).contains(fence);
        MemoryAssertions.assertThat(memory)
                .hasBlock("Two.")
                .inTopic(M)
                .citing(U1)
                .and()
                .hasNoBlock("zz")
                .hasNoBlock("# no heading");
        BlockText two = memory.workspace().read().block(door.id("Two."));
        assertThat(two.headings()).containsExactly("M", "After");
        door.change(moving(door.id("Two."), "topics/n.md"));
        assertThat(memory.text(M)).contains(fence).doesNotContain("## After");
        assertThat(memory.text("topics/n.md")).startsWith("Two.[^");
    }

    static Stream<Arguments> fences() {
        String inside =
                "# no heading\n[^zz] ^abcd1234\n[^zz]: Time: `2024`; Sources: [l](local/s/u1)\n[a](gone.md#^zz)\n";
        return Stream.of(
                fence("backticks", "```\n" + inside + "```\n"),
                fence("tildes", "~~~\n" + inside + "~~~\n"),
                fence("a word after the fence", "```java title\n" + inside + "```\n"),
                fence("a longer end", "```\n" + inside + "``````\n"),
                fence("a shorter fence inside", "````\n" + inside + "```\n" + inside + "````\n"),
                fence("tildes inside backticks", "```\n~~~\n" + inside + "```\n"),
                fence("backticks inside tildes", "~~~\n```\n" + inside + "~~~\n"),
                fence("an end that is none", "```\n" + inside + "``` x\n" + inside + "```\n"),
                fence("an end that is indented", "   ```\n" + inside + "  ```\n"),
                fence("an empty line inside", "```\n\n" + inside + "\n\n```\n"),
                fence("in a quote", quoted(inside)),
                inList("in a list", "  ```\n" + inside.indent(2) + "  ```\n"),
                inList("tildes in a list", "  ~~~~\n  ~~~\n" + inside.indent(2) + "  ~~~~~\n"),
                inList("an empty line in a list", "  ```\n\n" + inside.indent(2) + "\n  ```\n"));
    }

    private static Arguments fence(String name, String fence) {
        return Arguments.of(name, fence, "", "");
    }

    private static Arguments inList(String name, String fence) {
        return Arguments.of(name, fence, "- text.[^l]\n\n", "\n" + definition("l", U1));
    }

    private static String quoted(String inside) {
        return "> ```\n" + inside.replaceAll("(?m)^", "> ").replaceAll("> $", "") + "> ```\n";
    }

    /** Row 71. */
    @Test
    void definitionsOfEqualTextAreTwo() {
        door.write(M, "# M\n\n" + block("One.", "a") + "\n" + block("Two.", "b") + "\n" + block("Three.", "c"));

        MemoryAssertions.assertThat(memory)
                .hasBlocks(3)
                .hasBlock("One.")
                .citing(U1)
                .and()
                .hasBlock("Three.")
                .citing(U1);
        assertThat(memory.text(M).lines().filter(line -> line.startsWith("[^")).distinct())
                .hasSize(3);
        door.change(moving(door.id("Two."), "topics/n.md"));
        assertThat(memory.text(M))
                .containsSubsequence("One.[^", "[^", "Three.[^", "[^")
                .doesNotContain("Two.");
        assertThat(memory.text("topics/n.md").lines().filter(line -> line.startsWith("[^")))
                .hasSize(1);
    }

    /** Row 71: a footnote that is only a link is no evidence of ours, and is not guessed at. */
    @ParameterizedTest
    @ValueSource(strings = {"[said](local/s/u1)", "local/s/u1", "<https://example.org>", "https://example.org"})
    void aFootnoteThatIsOnlyALinkIsRefusedAndNotRenumbered(String target) {
        door.refused(() -> door.write(M, "One.[^1]\n\n[^1]: " + target + "\n"));
    }

    /** Row 73. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "The rent is due on 2024-04-15.",
                "- The rent is due\n- The deposit is paid",
                "> The rent is due",
                "The rent is due [here](https://a.b/c)"
            })
    void noIdAndNoFootnoteLeaksIntoWhatIsRead(String text) {
        door.write(M, "# M\n\n" + text + "[^x]\n\n" + definition("x", U1));
        BlockId id = door.id("rent is due");

        BlockText block = memory.workspace().read().block(id);
        RecentEvent recent = memory.workspace().read().recent(1).get(0);
        assertThat(Stream.concat(
                        Stream.of(block.content(), recent.text()),
                        hits("rent due deposit").stream()
                                .filter(hit -> hit.block().isPresent())
                                .map(MemoryHit::text)))
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(clean ->
                        assertThat(clean).contains("rent is due").doesNotContain("[^", "^" + id, "Sources:", "Time:"));
        assertThat(hits("rent due")).anySatisfy(hit -> assertThat(hit.block()).contains(id));
        assertThat(Recalls.of(memory.backend(), "When is the rent due?").orElseThrow())
                .contains("rent is due")
                .doesNotContain("[^");
    }

    /** Row 77. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "---\ntitle:   'x'\n\ntags: [a]  \n---\n",
                "---\n---\n",
                "---\n# a comment: not a heading\nkey: \"[^a] ^b\"\n---\n",
                "---\ntitle: x\n---\n\n---\n"
            })
    void frontMatterStaysByteForByteAndIsNeverAddedTwice(String front) {
        door.write(M, front + "\n# M\n\n" + block("One.", "x"));
        assertThat(memory.text(M)).startsWith(front + "\n# M\n");

        door.change(adding("Two.", M, "M"));
        door.change(rewriting(door.id("One."), "Other."));
        door.edit(M, memory.text(M) + "\n" + block("Three.", "y"));
        door.change(moving(door.id("Three."), "topics/n.md"));

        assertThat(memory.text(M)).startsWith(front + "\n# M\n").containsOnlyOnce(front);
        assertThat(memory.text("topics/n.md")).startsWith("Three.");
        MemoryAssertions.assertThat(memory).hasBlocks(3);
    }

    /** Row 77: line ends are those of every file that we write (D5); nothing else of it changes. */
    @Test
    void frontMatterWithCarriageReturnsIsKept() {
        String front = "---\ntitle:   'x'\n---\n";
        door.write(M, (front + "\n# M\n\n" + block("One.", "x")).replace("\n", "\r\n"));

        door.change(adding("Two.", M, "M"));

        assertThat(memory.text(M)).startsWith(front + "\n# M\n").containsOnlyOnce("title:");
    }

    /** Row 77: three hyphens elsewhere are a line, and a first one that nothing closes is no front matter. */
    @ParameterizedTest
    @ValueSource(strings = {"\n---\ntitle: x\n---\n", "# M\n\n---\n", "---\n\n# M\n"})
    void hyphensElsewhereAreALine(String start) {
        String text = start + "\n" + block("One.", "x");
        if (start.contains("title")) {
            door.refusedFor("uncited-prose", () -> door.write(M, text));
        } else {
            door.write(M, text);
            assertThat(memory.text(M)).startsWith(start);
            MemoryAssertions.assertThat(memory).hasBlocks(1);
        }
    }

    /** Row 78. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[24:33 - 24:41] we laughed",
                "[x] is how a box is ticked",
                "- [ ] buy milk",
                "- [x] buy flour\n- [ ] bake",
                "[category] with a #tag and (context)",
                "[[a wiki link]] and ![[an embed]]",
                "key:: value",
                "@ada said 3 ^ 2 is 9",
                "[1] first, [2] second",
                "2024-05-06: a date at the start",
                "1) one\n2) two",
                "~~struck~~ ==marked== %%hidden%%",
                "$x^2$ and $$y_1$$",
                "A | B"
            })
    void onlyOurOwnSyntaxHasAMeaning(String prose) {
        door.write(M, "# M\n\n" + prose + ".[^x]\n\n" + definition("x", U1));

        assertThat(memory.text(M)).startsWith("# M\n\n" + prose + ".[^");
        MemoryAssertions.assertThat(memory).hasBlocks(1);
        BlockId id = memory.workspace().read().recent(1).get(0).id();
        assertThat(memory.workspace().read().block(id).markdown()).startsWith(prose + ".[^");
        MemoryAssertions.assertThat(memory)
                .hasBlock(prose.lines().findFirst().orElseThrow())
                .citing(U1);
    }

    /** Row 80. */
    @Test
    void anUpdateReachesItsBlockAndNothingElse() {
        String deep = "\n### Deep\n\n" + block("Two.", "b") + "\n#### Deeper\n\n```\ncode\n```\n\n"
                + block("Three.", "c") + "\n## Next\n\n" + block("Four.", "d");
        door.write(M, "# M\n\n## S\n\n" + block("One.", "a") + deep);
        String before = memory.text(M);
        String rest = before.substring(before.indexOf("\n### Deep"));

        door.change(rewriting(door.id("One."), "Other.\nOn two lines."));
        assertThat(memory.text(M))
                .startsWith("# M\n\n## S\n\nOther.\nOn two lines.[^")
                .endsWith(rest);

        door.change(adding("Five.", M, "M", "S"));
        assertThat(memory.text(M))
                .contains("### Deep\n\nTwo.", "#### Deeper\n\n```\ncode\n```\n\nThree.", "## Next\n\nFour.");
        MemoryAssertions.assertThat(memory).hasBlocks(5);
    }

    /** Rows 82 and 83. */
    @ParameterizedTest
    @MethodSource("hostile")
    void aHostileTextIsRefusedWithItsFileOrRead(String name, String text) throws InterruptedException {
        door.write("topics/other.md", block("The other topic is about bread.", "o"));
        String whole = "# M\n\n" + text + "[^x]\n\n" + definition("x", U1);
        List<Throwable> broken = onSmallStack(() -> {
            try {
                door.write(M, whole);
            } catch (MemoryException e) {
                assertThat(e.violations())
                        .isNotEmpty()
                        .allSatisfy(violation -> assertThat(violation.path()).isEqualTo(M));
                assertThat(door.file(M)).doesNotExist();
            }
        });
        assertThat(broken).isEmpty();
        door.change(adding("It rises overnight.", "topics/other.md"));
        MemoryAssertions.assertThat(memory).hasBlock("rises overnight").and().hasBlock("about bread");
    }

    /** Rows 82 and 83: the same, when the file is put there by somebody else. */
    @ParameterizedTest
    @MethodSource("hostile")
    void aHostileFileHarmsOnlyItself(String name, String text) throws InterruptedException {
        door.write("topics/other.md", block("The other topic is about bread.", "o"));
        String whole = "# M\n\n" + text + "[^x] ^aaaa1111\n\n" + definition("x", U1);
        door.byHand(M, whole.getBytes(StandardCharsets.UTF_8));
        List<Throwable> broken = onSmallStack(() -> {
            List<Violation> named = memory.workspace().read().status().quarantined();
            assertThat(named)
                    .allSatisfy(violation -> assertThat(violation.path()).isEqualTo(M));
            door.change(adding("It rises overnight.", "topics/other.md"));
            assertThat(hits("about bread")).isNotEmpty();
        });
        assertThat(broken).isEmpty();
        assertThat(memory.text(M)).isEqualTo(whole);
        MemoryAssertions.assertThat(memory).hasBlock("rises overnight");
        memory.leaveUnchecked();
    }

    static Stream<Arguments> hostile() {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < 5_000; i++) {
            list.append("- ");
        }
        return Stream.of(
                Arguments.of("base64", "x1+/".repeat(250_000)),
                Arguments.of("underscores", "_".repeat(10_000)),
                Arguments.of("stars", "*a ".repeat(15_000)),
                Arguments.of("a long address", "https://a.b/" + "c%20".repeat(12_000)),
                Arguments.of("backticks", "`".repeat(30_001)),
                Arguments.of("quotes", ">".repeat(20_000) + " x"),
                Arguments.of("brackets", "[".repeat(20_000)),
                Arguments.of("images", "![".repeat(15_000)),
                Arguments.of("brackets in pairs", "[a](".repeat(10_000)),
                Arguments.of("lists", list + "x"),
                Arguments.of("tags", "<a ".repeat(15_000)));
    }

    private static List<Throwable> onSmallStack(Runnable work) throws InterruptedException {
        List<Throwable> broken = new CopyOnWriteArrayList<>();
        Thread small = new Thread(null, work, "small stack", 512 << 10);
        small.setUncaughtExceptionHandler((thread, trouble) -> broken.add(trouble));
        small.start();
        small.join(60_000);
        assertThat(small.isAlive()).isFalse();
        return broken;
    }
}
