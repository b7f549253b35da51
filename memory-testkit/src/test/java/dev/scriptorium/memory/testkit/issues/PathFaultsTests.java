package dev.scriptorium.memory.testkit.issues;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.M;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.adding;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.block;
import static dev.scriptorium.memory.testkit.issues.TopicDoor.moving;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.WorkspaceFile;
import dev.scriptorium.memory.local.writer.WriterOutcome;
import dev.scriptorium.memory.markdown.change.FileChange;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.model.WriterSteps;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Group 7 of the reported faults: paths and file systems. */
@ExtendWith(WorkspaceExtension.class)
class PathFaultsTests {
    private TemporaryWorkspace memory;
    private TopicDoor door;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) {
        memory = workspace;
        door = TopicDoor.of(workspace);
    }

    /** Rows 59 and 60. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../../x.md",
                "../topics/x.md",
                "topics/../sources/a.md",
                "topics/../../x.md",
                "topics/a/../../../x.md",
                "/etc/x.md",
                "/topics/x.md",
                "//host/share/x.md",
                "\\\\host\\share\\x.md",
                "C:/x.md",
                "C:\\x.md",
                "topics\\..\\..\\x.md",
                "topics\\x.md",
                "topics/a\\b.md",
                "topics/a\0.md",
                ".."
            })
    void noPathLeadsOutOfTheWorkspaceAtAnyDoor(String path) throws IOException {
        door.write(M, block("One.", "x"));
        ByteSnapshot outside = ByteSnapshot.of(memory.beside()).without("memory");

        door.refusedWith(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> door.change(adding("Two.", path)));
        door.refusedWith(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> door.change(moving(door.id("One."), path)));
        door.refusedWith(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> door.write(path, block("Two.", "y")));
        door.refusedWith(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> door.write(FileChange.delete(path)));
        door.refusedWith(
                ErrorCode.PATH_OUTSIDE_WORKSPACE,
                () -> memory.workspace().change().edit(new TopicPath(path), "", block("Two.", "y"), false));
        door.refusedWith(
                ErrorCode.PATH_OUTSIDE_WORKSPACE,
                () -> memory.workspace().read().file(path));
        assertThat(memory.workspace().read().list(path)).isEmpty();

        MemoryAssertions.assertThat(ByteSnapshot.of(memory.beside()).without("memory"))
                .isUnchangedSince(outside);
        assertThat(Files.exists(Path.of("/etc/x.md"))).isFalse();
    }

    /** Rows 59 and 60: a patch names paths too. */
    @ParameterizedTest
    @ValueSource(strings = {"../../x.md", "topics/../../x.md", "/etc/x.md", "topics\\x.md", "C:/x.md"})
    void noPatchLeadsOutOfTheWorkspace(String path) {
        door.refusedWith(
                ErrorCode.PATH_OUTSIDE_WORKSPACE,
                () -> door.patch("--- /dev/null\n+++ b/" + path + "\n@@ -0,0 +1,1 @@\n+# X\n"));
    }

    /** Row 59: a search below a path that leads out finds nothing that is not ours to read. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "../",
                "topics/../sources",
                "/",
                "/etc",
                "sources/../topics/",
                "topics\\",
                ".git/",
                ".scriptorium/"
            })
    void noPrefixOfASearchLeadsOut(String prefix) {
        door.write(M, block("I live in Lisbon.", "x"));
        MemoryQuery query = MemoryQuery.builder("Lisbon").pathPrefix(prefix).build();

        assertThat(memory.workspace().read().search(query, false).hits())
                .allSatisfy(hit -> assertThat(hit.path()).matches("(topics|sources)/.*"))
                .hasSizeLessThanOrEqualTo(prefix.equals("/") ? 2 : 0);
    }

    /** Row 59: our own state is not for reading by a path. */
    @ParameterizedTest
    @ValueSource(strings = {".git/config", ".scriptorium/workspace-id", "topics/../.git/config", ".git/../topics/m.md"})
    void ownStateIsNotRead(String path) {
        door.write(M, block("One.", "x"));
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(() -> memory.workspace().read().file(path))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.PATH_OUTSIDE_WORKSPACE));
        assertThat(memory.workspace().read().list(""))
                .extracting(WorkspaceFile::path)
                .noneMatch(name -> name.startsWith("."));
    }

    private Path outside(String name, String text) throws IOException {
        Path file = memory.beside().resolve("elsewhere").resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** Row 61. */
    @Test
    void aLinkedDirectoryLeadsNoTopicOut() throws IOException {
        door.write(M, block("One.", "x"));
        Path outside = outside("secret.md", block("A secret.", "x")).getParent();
        Files.createSymbolicLink(door.file("topics/people"), outside);
        memory.handEdited();
        ByteSnapshot before = ByteSnapshot.of(outside);

        for (String path : List.of("topics/people/ada.md", "topics/people/deep/ada.md", "topics/people/secret.md")) {
            door.refusedWith(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> door.change(adding("Two.", path)));
            door.refusedWith(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> door.write(path, block("Two.", "y")));
            door.refusedWith(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> door.change(moving(door.id("One."), path)));
        }
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(() -> memory.workspace().read().file("topics/people/secret.md"));
        assertThat(memory.workspace().read().list(""))
                .extracting(WorkspaceFile::path)
                .noneMatch(path -> path.contains("people"));
        assertThat(memory.workspace().read().grep("secret", 9)).isEmpty();
        MemoryAssertions.assertThat(memory).hasBlocks(1).hasNoBlock("secret");
        MemoryAssertions.assertThat(ByteSnapshot.of(outside)).isUnchangedSince(before);
        Files.delete(door.file("topics/people"));
    }

    /** Row 61. */
    @Test
    void aLinkedFileIsNeitherReadNorWritten() throws IOException {
        Path secret = outside("secret.md", block("A secret.", "x"));
        Files.createSymbolicLink(door.file("topics/linked.md"), secret);
        memory.handEdited();
        ByteSnapshot before = ByteSnapshot.of(secret.getParent());

        door.refusedWith(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> door.write("topics/linked.md", block("Two.", "y")));
        door.refusedWith(ErrorCode.PATH_OUTSIDE_WORKSPACE, () -> door.change(adding("Two.", "topics/linked.md")));
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(() -> memory.workspace().read().file("topics/linked.md"));
        MemoryAssertions.assertThat(memory).hasBlocks(0);
        MemoryAssertions.assertThat(ByteSnapshot.of(secret.getParent())).isUnchangedSince(before);
        Files.delete(door.file("topics/linked.md"));
    }

    /** Row 61: every view and every directory of ours. */
    @ParameterizedTest
    @ValueSource(strings = {"core.md", "recent_events.jsonl", "relations.json", "sources/local"})
    void noViewAndNoArchiveIsWrittenOverALink(String path) throws IOException {
        Path outside = outside("kept", "kept").getParent();
        ByteSnapshot before = ByteSnapshot.of(outside);
        Path link = door.file(path);
        if (Files.isDirectory(link)) {
            Files.move(link, memory.beside().resolve("moved"));
        }
        Files.createDirectories(link.getParent());
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, path.contains(".") ? outside.resolve("kept") : outside);
        memory.handEdited().leaveUnchecked();

        try {
            door.write(FileChange.write(
                    "topics/core.md", "# Core\n\nOne.[^x]\n\n[^x]: Time: `2024-05-06`; Sources: [said](local/s/u1)\n"));
            memory.store().session("s").say("u9", "One more.");
            memory.write("s");
            memory.workspace().maintain().rebuild();
        } catch (MemoryException e) {
            assertThat(e.code())
                    .isIn(
                            ErrorCode.PATH_OUTSIDE_WORKSPACE,
                            ErrorCode.INVALID_TOPIC_FORMAT,
                            ErrorCode.STORAGE_UNAVAILABLE);
        }

        MemoryAssertions.assertThat(ByteSnapshot.of(outside)).isUnchangedSince(before);
    }

    /** Row 61. */
    @ParameterizedTest
    @ValueSource(strings = {"timeline", "timeline/2024"})
    void noDayOfTheTimelineIsWrittenOverALink(String path) throws IOException {
        noViewAndNoArchiveIsWrittenOverALink(path);
    }

    /** Row 61: the directory is replaced while a writer thinks. */
    @Test
    void aDirectoryThatBecomesALinkDuringAPassLeadsNothingOut() throws IOException {
        Path outside = outside("kept", "kept").getParent();
        ByteSnapshot before = ByteSnapshot.of(outside);
        memory.use(ScriptedTopicWriter.of((task, stage) -> {
                    WriterSteps.record("topics/people/ada.md").run(task, stage);
                    try {
                        Files.createSymbolicLink(door.file("topics/people"), outside);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return WriterOutcome.edited();
                }))
                .reopen();

        assertThat(memory.write("s")).isPresent();

        MemoryAssertions.assertThat(ByteSnapshot.of(outside)).isUnchangedSince(before);
        assertThat(memory.written("s")).isEmpty();
        Files.delete(door.file("topics/people"));
        assertThatWrite(memory.write("s")).succeeded();
    }

    /** Row 62. */
    @Test
    void theRootAndWhatIsAboveItMayBeALink() throws IOException {
        door.write(M, block("One.", "x"));
        memory.close();
        Path above = memory.beside().resolve("above");
        Files.createSymbolicLink(above, memory.beside());
        Path link = memory.beside().resolve("link");
        Files.createSymbolicLink(link, memory.directory());

        for (Path root : List.of(link, above.resolve("memory"), above.resolve("link"))) {
            try (LocalMemoryBackend backend = LocalMemoryBackend.open(LocalMemoryConfig.builder(root, memory.store())
                    .clock(memory.clock())
                    .build())) {
                MemoryAssertions.assertThat(backend.workspace())
                        .hasNoProblems()
                        .hasBlock("One.")
                        .inTopic(M);
                assertThat(backend.workspace().read().file(M)).startsWith("One.");
            }
        }
    }

    /** Row 65. */
    @ParameterizedTest
    @CsvSource({
        "topics/Projects/App.md,topics/projects/app.md",
        "topics/Projects/App.md,topics/Projects/app.md",
        "topics/Projects/App.md,topics/projects/App.md",
        "topics/caf\u00e9.md,topics/CAF\u00c9.md",
        "topics/stra\u00dfe.md,topics/STRASSE.md",
        "topics/\u01c6.md,topics/\u01c5.md",
        "topics/\u03c3.md,topics/\u03c2.md"
    })
    void namesThatDifferByCaseOnlyClashAtEveryDoor(String first, String second) {
        door.write(first, block("One.", "x"));

        assertClash(first, door.refused(() -> door.change(adding("Two.", second))));
        assertClash(first, door.refused(() -> door.write(second, block("Two.", "y"))));
        assertClash(first, door.refused(() -> door.change(moving(door.id("One."), second))));
        assertThat(memory.text(first)).startsWith("One.");
        MemoryAssertions.assertThat(memory).hasBlocks(1);
    }

    private static void assertClash(String first, MemoryException refusal) {
        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(refusal).hasMessageContaining(first);
    }

    /** Row 65: both in one request. */
    @Test
    void twoNewNamesThatDifferByCaseOnlyClash() {
        door.refused(() -> door.write(
                FileChange.write("topics/App.md", block("One.", "x")),
                FileChange.write("topics/app.md", block("Two.", "y"))));
    }

    /** Row 65: a rename by case only would lose the file where both names mean one. */
    @Test
    void aRenameByCaseOnlyIsRefused() {
        door.write("topics/App.md", block("One.", "x"));
        String text = memory.text("topics/App.md");

        door.refusedFor(
                "portable-path",
                () -> door.write(FileChange.delete("topics/App.md"), FileChange.write("topics/app.md", text)));
    }

    /** Row 65: directories are names too. */
    @Test
    void directoriesThatDifferByCaseOnlyClash() {
        door.write("topics/Projects/App.md", block("One.", "x"));

        MemoryException refusal = door.refused(() -> door.write("topics/projects/other.md", block("Two.", "y")));
        assertClash("topics/Projects", refusal);
        door.write("topics/Projects/other.md", block("Two.", "y"));
    }

    /** Row 66. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "topics/what?.md",
                "topics/a:b.md",
                "topics/a*b.md",
                "topics/a<b>.md",
                "topics/a|b.md",
                "topics/say \"hi\".md",
                "topics/a#b.md",
                "topics/tab\there.md",
                "topics/CON.md",
                "topics/con.md",
                "topics/aux.txt.md",
                "topics/LPT1/a.md",
                "topics/dot..md",
                "topics/space .md",
                "topics/dir./a.md",
                "topics/dir /a.md",
                "topics/e\u0301.md"
            })
    void anUnportableNameIsRefusedWithAPortableOne(String path) {
        MemoryException refusal = door.refused(() -> door.write(path, block("One.", "x")));
        assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        String message = refusal.getMessage()
                + refusal.violations().stream().map(Violation::hint).toList();
        assertThat(message).contains("name it topics/");
        door.refusedWith(ErrorCode.INVALID_ARGUMENT, () -> door.change(adding("One.", path)));

        String suggested = new TopicPath(path).suggestion().value();
        door.change(adding("One.", suggested));
        MemoryAssertions.assertThat(memory).hasBlock("One.").inTopic(suggested);
    }

    /** Row 66: lengths are bytes. */
    @ParameterizedTest
    @ValueSource(ints = {200, 256, 300})
    void aNameOverTwoHundredBytesIsRefused(int bytes) {
        String ascii = "topics/" + "a".repeat(bytes - 2) + ".md";
        String wide = "topics/" + "\u9879".repeat(bytes / 3) + ".md";
        for (String path : List.of(ascii, wide)) {
            door.refusedWith(ErrorCode.INVALID_ARGUMENT, () -> door.write(path, block("One.", "x")));
        }
    }

    /** Row 66: a name that is there keeps working, and is noted. */
    @Test
    void anUnportableNameThatIsThereKeepsWorking() {
        door.byHand("topics/what?.md", "# W\n".getBytes(StandardCharsets.UTF_8));
        door.byHand(
                "topics/aux.md",
                ("One.[^x] ^aaaa1111\n\n" + TopicDoor.definition("x", TopicDoor.U1)).getBytes(StandardCharsets.UTF_8));

        door.change(adding("Two.", "topics/aux.md"));

        MemoryAssertions.assertThat(memory).hasBlocks(2).hasBlock("Two.").inTopic("topics/aux.md");
        assertThat(memory.workspace().maintain().check().notes())
                .filteredOn(note -> note.code().equals("PORTABLE_NAME"))
                .extracting(CheckFinding::path)
                .contains("topics/aux.md");
    }

    /** Row 67. */
    @ParameterizedTest
    @MethodSource("encodings")
    void aFileInAnotherEncodingIsNamedAndLeftAlone(String name, byte[] bytes) throws IOException {
        door.write("topics/other.md", block("The other topic is about bread.", "o"));
        door.byHand(M, bytes);

        assertThat(memory.workspace().read().status().quarantined()).anySatisfy(violation -> {
            assertThat(violation.path()).isEqualTo(M);
            assertThat(violation.rule()).isEqualTo("encoding");
        });
        door.refusedFor("encoding", () -> door.change(adding("Two.", M)));
        door.change(adding("It rises overnight.", "topics/other.md"));
        memory.reopen();
        door.change(adding("It is baked at noon.", "topics/other.md"));
        MemoryAssertions.assertThat(memory).hasBlocks(3).hasBlock("about bread");
        assertThat(Files.readAllBytes(door.file(M))).isEqualTo(bytes);
        memory.leaveUnchecked();
    }

    static Stream<Arguments> encodings() {
        String text = block("Caf\u00e9 one.", "x");
        byte[] utf16 = ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE);
        byte[] nul = text.replace("one", "o\0ne").getBytes(StandardCharsets.UTF_8);
        byte[] whole = text.getBytes(StandardCharsets.UTF_8);
        byte[] cut = Arrays.copyOf(whole, 4);
        return Stream.of(
                Arguments.of("UTF-16LE", utf16),
                Arguments.of("UTF-16BE", ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16BE)),
                Arguments.of("Latin-1", text.getBytes(StandardCharsets.ISO_8859_1)),
                Arguments.of("a torn character", cut),
                Arguments.of("an overlong slash", new byte[] {'a', (byte) 0xC0, (byte) 0xAF}),
                Arguments.of("a surrogate", new byte[] {'a', (byte) 0xED, (byte) 0xA0, (byte) 0x80}),
                Arguments.of("NUL", nul));
    }

    /** Row 67: where the bytes go wrong is said (D5). */
    @Test
    void theOffsetOfABrokenByteIsNamed() {
        door.byHand(M, new byte[] {'a', 'b', 'c', (byte) 0xFF});

        assertThat(memory.workspace().read().status().quarantined())
                .singleElement()
                .satisfies(violation -> assertThat(violation.found()).contains("3"));
        memory.leaveUnchecked();
    }

    /** Row 67: a byte-order mark is no trouble. */
    @Test
    void aByteOrderMarkIsTolerated() {
        String text = "# M\n\nOne.[^x] ^aaaa1111\n\n" + TopicDoor.definition("x", TopicDoor.U1);
        door.byHand(M, ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8));
        memory.reopen();
        MemoryAssertions.assertThat(memory).hasBlocks(1).hasNoProblems();

        door.change(adding("Two.", M, "M"));

        assertThat(memory.text(M)).startsWith("# M\n");
        MemoryAssertions.assertThat(memory).hasBlocks(2);
    }
}
