package dev.scriptorium.memory.markdown.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import dev.scriptorium.memory.markdown.change.ChangeReader;
import dev.scriptorium.memory.markdown.change.DeclaredSources;
import dev.scriptorium.memory.markdown.change.StagedEdit;
import dev.scriptorium.memory.markdown.change.StructuredEdit;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections 5, 7, 8 and 9 of the reported faults, as far as structured changes could have them. */
class ChangeFaultsTests {
    private static final SourceIndex SOURCES = GoldenWorkspace.sources();
    private static final String REF = "openprogram/sess-alpha/u1";
    private static final String SOURCE = "[l](../sources/openprogram/_v2/sess-alpha.md#source-48fae6b307d15343)";
    private static final String M = "topics/m.md";

    private static TopicTree tree(String text) {
        return TopicTree.EMPTY.with(Map.of(new TopicPath(M), Optional.of(text)));
    }

    private static String definition(String label) {
        return "[^" + label + "]: Time: `2026`; Sources: " + SOURCE + "\n";
    }

    private static Map<String, Object> create(String content, String path, String... headings) {
        Map<String, Object> create = new HashMap<>(update("x", content));
        create.remove("memory_id");
        create.put("op", "create_record");
        create.put("destination", Map.of("topic_path", path, "headings", List.of(headings), "position", "end"));
        return create;
    }

    private static Map<String, Object> update(String id, String content) {
        return Map.of(
                "op",
                "update_record",
                "memory_id",
                id,
                "content",
                content,
                "time",
                "2026",
                "source_refs",
                List.of(REF));
    }

    private static Map<String, Object> move(String id, String path) {
        return Map.of(
                "op", "move_records",
                "memory_ids", List.of(id),
                "destination", Map.of("topic_path", path, "headings", List.of(), "position", "end"));
    }

    private static TopicTree changed(TopicTree tree, Map<String, Object> change) {
        StagedEdit staged =
                StructuredEdit.stage(ChangeReader.read(List.of(change)), DeclaredSources.NONE, tree, SOURCES);
        return tree.with(TopicNormalizer.normalize(
                        staged.files(), tree, SOURCES, staged.permittedBy(EditPolicy.keepingAll()), TopicLimits.DEFAULT)
                .files());
    }

    private static String text(TopicTree tree, String path) {
        return tree.text(new TopicPath(path)).orElse("(gone)");
    }

    private static MemoryException refusal(TopicTree tree, Map<String, Object> change) {
        MemoryException refused = catchThrowableOfType(MemoryException.class, () -> changed(tree, change));
        assertThat(refused).isNotNull();
        return refused;
    }

    /** Row 54: getzep/graphiti#1491. */
    @Test
    void row54ADeletionNeverLeavesALinkThatLeadsNowhere() {
        TopicTree linked = tree("One.[^x] ^aaaa1111\n\nSee [it](#^aaaa1111).[^x] ^bbbb1111\n\n" + definition("x"));

        assertThat(refusal(linked, Map.of("op", "delete_record", "memory_id", "aaaa1111"))
                        .violations())
                .extracting(Violation::rule)
                .containsExactly("dangling-link");
    }

    /** Rows 59 and 60: basicmachines-co/basic-memory#223, chhoumann/quickadd#1460. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../x.md",
                "/x.md",
                "topics/../sources/a.md",
                "topics/a\0.md",
                "C:/x.md",
                "C:\\x.md",
                "\\\\host\\share\\x.md",
                "//host/share/x.md",
                "topics\\..\\..\\x.md",
                "topics/a\\b.md",
                "topics/a/../../../x.md",
                ""
            })
    void row59And60NoPathLeavesTheWorkspace(String path) {
        assertThat(refusal(TopicTree.EMPTY, create("x", path)).code()).isEqualTo(ErrorCode.PATH_OUTSIDE_WORKSPACE);
    }

    /** Row 65: vrtmrz/obsidian-livesync#701. */
    @ParameterizedTest
    @ValueSource(strings = {"topics/M.md", "Topics/m.md", "topics/m.MD"})
    void row65NoTwoTopicsDifferByCaseOnly(String path) {
        assertThat(refusal(tree("One.[^x] ^aaaa1111\n\n" + definition("x")), create("x", path))
                        .code())
                .isIn(ErrorCode.INVALID_ARGUMENT, ErrorCode.READ_ONLY_PATH);
    }

    /** Row 66: pbek/QOwnNotes#682. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "topics/what?.md",
                "topics/a:b.md",
                "topics/CON.md",
                "topics/aux.txt.md",
                "topics/a..md",
                "topics/a .md",
                "topics/dir./a.md",
                "topics/e\u0301.md"
            })
    void row66ANewNameIsPortableAndAnotherIsSuggested(String path) {
        assertThat(refusal(TopicTree.EMPTY, create("x", path)))
                .hasMessageContaining("name it topics/")
                .extracting(MemoryException::code)
                .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    }

    /** Row 68: platers/obsidian-linter#83. */
    @Test
    void row68ADefinitionOfSeveralParagraphsIsNotTornApart() {
        TopicTree continued = tree("One.[^x] ^aaaa1111\n\n" + definition("x") + "\n    more about it.[^x] ^bbbb1111\n");

        assertThat(refusal(continued, create("x", M)).violations())
                .extracting(Violation::rule)
                .containsExactly("definition-continued");
    }

    /** Row 69: platers/obsidian-linter#641. */
    @Test
    void row69CodeIsNoCitationNoIdAndNoHeading() {
        TopicTree code = tree("# M\n\n`[^ae]` and \\[^af] one.[^x] ^aaaa1111\n\n" + definition("x")
                + "\n- item.[^x] ^bbbb1111\n\n  ```\n  # M\n  [^ag] ^aaaa1111\n  ```\n");
        TopicTree after = changed(code, create("`[^zz]` `a ^b`", M, "M"));

        assertThat(text(after, M)).contains("  # M\n  [^ag] ^aaaa1111\n  ```\n\n`[^zz]` `a ^b`[^e-");
        assertThat(text(changed(code, move("aaaa1111", "topics/n.md")), "topics/n.md"))
                .startsWith("`[^ae]` and \\[^af] one.[^x] ^aaaa1111\n\n[^x]:");
    }

    /** Row 71: platers/obsidian-linter#1294. */
    @Test
    void row71DefinitionsOfEqualTextAreToldApartByTheirLabels() {
        TopicTree equal =
                tree("One.[^x] ^aaaa1111\n\n" + definition("x") + "\nTwo.[^y] ^bbbb1111\n\n" + definition("y"));
        TopicTree after = changed(equal, move("bbbb1111", "topics/n.md"));

        assertThat(text(after, "topics/n.md")).isEqualTo("Two.[^y] ^bbbb1111\n\n" + definition("y"));
        assertThat(text(after, M)).isEqualTo("One.[^x] ^aaaa1111\n\n" + definition("x"));
    }

    /** Row 77: basicmachines-co/basic-memory#528. */
    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void row77FrontMatterStaysAsItIs(String lineEnd) {
        String front = "---\ntitle:   'x'\n\ntags: [a]  \n---\n";
        TopicTree tree = tree((front + "One.[^x] ^aaaa1111\n\n" + definition("x")).replace("\n", lineEnd));
        Map<String, Object> first = new HashMap<>(create("Two.", M));
        first.put("destination", Map.of("topic_path", M, "headings", List.of(), "position", "start"));

        assertThat(text(changed(tree, first), M))
                .startsWith(front + "\nTwo.[^e-")
                .containsOnlyOnce("title:");
        assertThat(text(changed(tree, update("aaaa1111", "Two.")), M)).startsWith(front);
    }

    /** Row 80: basicmachines-co/basic-memory#1012. */
    @Test
    void row80AnUpdateNeverReachesBeyondItsBlock() {
        String rest = "\n### Deep\n\nTwo.[^y] ^bbbb1111\n\n" + definition("y");
        TopicTree tree = tree("# M\n\n## S\n\nOne.[^x] ^aaaa1111\n\n" + definition("x") + rest);

        assertThat(text(changed(tree, update("aaaa1111", "Other.")), M))
                .startsWith("# M\n\n## S\n\nOther.[^e-")
                .endsWith(rest);
    }

    /** Row 85: volcengine/OpenViking#3988. */
    @ParameterizedTest
    @ValueSource(strings = {"\u2028", "\u2029", "\u0085", "\u000B", "\f"})
    void row85OnlyLineEndsEndALine(String separator) {
        TopicTree after = changed(TopicTree.EMPTY, create("one" + separator + "two", M));

        assertThat(text(after, M)).startsWith("one" + separator + "two[^e-");
        assertThat(after.blockCount()).isEqualTo(1);
    }

    /** Row 86: anthropics/claude-code#69927. */
    @ParameterizedTest
    @ValueSource(strings = {"\uD83D", "\uDE00", "\uDE00\uD83D"})
    void row86HalfACharacterIsRefusedAndNeverReplaced(String half) {
        assertThat(refusal(TopicTree.EMPTY, create("one " + half, M)).violations())
                .extracting(Violation::rule)
                .containsExactly("encoding");
    }
}
