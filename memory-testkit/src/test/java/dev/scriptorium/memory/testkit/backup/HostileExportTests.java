package dev.scriptorium.memory.testkit.backup;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.processes.Places;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Files that somebody made who wants to do harm, or that a disk has spoilt: refused before anything is in its place. */
class HostileExportTests {
    private static TemporaryWorkspace memory;
    private static Path good;
    private static Revision revision;

    @BeforeAll
    static void anExportIsMade() {
        memory = TemporaryWorkspace.create();
        memory.use(InMemorySessionStore.withoutMarks(memory.clock()));
        memory.store().session("s").say("u1", "I moved to Lisbon in May 2021.");
        assertThatWrite(memory.write("s")).succeeded();
        good = memory.beside().resolve("good.zip");
        revision = memory.workspace().maintain().export(good).revision();
        memory.close();
    }

    @AfterAll
    static void everythingIsRemoved() {
        memory.delete();
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        try (Stream<Path> files = Files.list(memory.beside())) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .allMatch(name -> name.equals("memory") || name.endsWith(".zip"));
        }
    }

    private static LocalMemoryConfig target() {
        return LocalMemoryConfig.builder(memory.beside().resolve("restored"), memory.store())
                .clock(memory.clock())
                .build();
    }

    private static void refused(Path zip, ErrorCode code, String why) {
        assertThatExceptionOfType(MemoryException.class)
                .isThrownBy(() -> LocalMemoryBackend.restoreExport(zip, target()))
                .withMessageContaining(why)
                .satisfies(e -> assertThat(e.code()).isEqualTo(code));
        assertThat(target().workspace()).doesNotExist();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private record Hostile(String name, List<Zips.Entry> entries, ErrorCode code, String why) {}

    private static Hostile adding(String name, String why) throws IOException {
        return new Hostile(
                "a file called " + name,
                Zips.Forged.of(good).with(name, bytes("x\n")).entries(),
                ErrorCode.INVALID_ARGUMENT,
                why);
    }

    private static Hostile beside(String what, Zips.Entry entry, String why) throws IOException {
        List<Zips.Entry> entries = new ArrayList<>(Zips.Forged.of(good).entries());
        entries.add(entry);
        return new Hostile(what, entries, ErrorCode.INVALID_ARGUMENT, why);
    }

    private static Hostile forged(String what, Zips.Forged forged, ErrorCode code, String why) {
        return new Hostile(what, forged.entries(), code, why);
    }

    private static List<Hostile> table() throws IOException {
        String topic = Zips.names(good).stream()
                .filter(name -> name.startsWith("memory/topics/"))
                .findFirst()
                .orElseThrow();
        String noPlace = "has no place";
        return List.of(
                adding("../evil.md", noPlace),
                adding("memory/topics/../../evil.md", noPlace),
                adding("/etc/evil", noPlace),
                adding("C:/evil", noPlace),
                adding("memory\\topics\\evil.md", noPlace),
                adding("memory/topics/./evil.md", noPlace),
                adding("memory/topics//evil.md", noPlace),
                adding("memory/topics/evil\n.md", noPlace),
                adding("memory/.git/hooks/post-checkout", noPlace),
                adding("memory/.git/config", noPlace),
                adding("memory/.git/info/attributes", noPlace),
                adding("memory/.git/objects/info/alternates", noPlace),
                adding("memory/.git/refs/heads/../../config", noPlace),
                adding("memory/.git/HEAD.lock", noPlace),
                adding("memory/.GIT/hooks/post-checkout", noPlace),
                adding("memory/topics/a/.git/config", noPlace),
                adding("edits/topics/a/.Git/config", noPlace),
                adding("edits/.scriptorium/format", noPlace),
                adding("memory/.scriptorium/write.lock", noPlace),
                adding("memory/.scriptorium/tx/9.manifest", noPlace),
                adding("memory/.nativemem/format", noPlace),
                adding("memory/timeline/2024.md", noPlace),
                adding("letter.txt", noPlace),
                adding(topic + "/below.md", "a file and a directory"),
                adding(topic.toUpperCase(java.util.Locale.ROOT).replace("MEMORY/TOPICS", "memory/topics"), "same file"),
                adding("memory/topics/one-more.md", "names revision"),
                beside("a name twice", new Zips.Entry(topic, bytes("x")), "there twice"),
                beside(
                        "a file that no manifest names",
                        new Zips.Entry("memory/topics/x.md", bytes("x")),
                        "no manifest"),
                beside(
                        "a symbolic link",
                        new Zips.Entry(bytes("memory/topics/link.md"), bytes("/etc/passwd"), 0xa1ff),
                        "a link"),
                beside(
                        "a name that is no UTF-8",
                        new Zips.Entry(new byte[] {'m', (byte) 0xff}, bytes("x"), 0),
                        "zip file"),
                forged(
                        "a file left out",
                        Zips.Forged.of(good).without(topic),
                        ErrorCode.INVALID_ARGUMENT,
                        "in the manifest and not"),
                forged(
                        "a wrong hash",
                        Zips.Forged.of(good).saying("\"sha256\" : \"[0-9a-f]{8}", "\"sha256\" : \"00000000"),
                        ErrorCode.INVALID_ARGUMENT,
                        "by hash"),
                forged(
                        "a shorter length",
                        Zips.Forged.of(good).saying("\"length\" : \\d+", "\"length\" : 1"),
                        ErrorCode.INVALID_ARGUMENT,
                        "longer than"),
                forged(
                        "a length beyond all measure",
                        Zips.Forged.of(good).saying("\"length\" : \\d+", "\"length\" : 9000000000000"),
                        ErrorCode.INVALID_ARGUMENT,
                        "unpack to more"),
                forged(
                        "a length below nothing",
                        Zips.Forged.of(good).saying("\"length\" : \\d+", "\"length\" : -5"),
                        ErrorCode.INVALID_ARGUMENT,
                        "unpack to more"),
                forged(
                        "a newer format",
                        Zips.Forged.of(good).saying("\"format\" : 1", "\"format\" : 2"),
                        ErrorCode.FORMAT_TOO_NEW,
                        "format 2"),
                forged(
                        "no format",
                        Zips.Forged.of(good).saying("\"format\" : 1,", ""),
                        ErrorCode.INVALID_ARGUMENT,
                        "which format"),
                forged(
                        "another directory for our own state",
                        Zips.Forged.of(good).saying("\"runtime\" : \"[^\"]+\"", "\"runtime\" : \"..\""),
                        ErrorCode.INVALID_ARGUMENT,
                        noPlace),
                forged(
                        "another workspace",
                        Zips.Forged.of(good).saying("\"workspace\" : \"[^\"]+\"", "\"workspace\" : \"w-00000000\""),
                        ErrorCode.WORKSPACE_CORRUPT,
                        "w-00000000"),
                forged(
                        "another revision",
                        Zips.Forged.of(good).saying("\"revision\" : \"[0-9a-f]{4}", "\"revision\" : \"0000"),
                        ErrorCode.INVALID_ARGUMENT,
                        "names revision"),
                forged(
                        "a revision that is none",
                        Zips.Forged.of(good).saying("\"revision\" : \"[0-9a-f]{4}", "\"revision\" : \"<b>"),
                        ErrorCode.INVALID_ARGUMENT,
                        "names revision"),
                forged(
                        "something saved outside of the workspace",
                        Zips.Forged.of(good).saying("\"edits\" : \\[[^]]*]", "\"edits\" : [ \"../../evil.md\" ]"),
                        ErrorCode.INVALID_ARGUMENT,
                        "something people saved"),
                forged(
                        "something saved among our own state",
                        Zips.Forged.of(good).saying("\"edits\" : \\[[^]]*]", "\"edits\" : [ \".git/hooks/x\" ]"),
                        ErrorCode.INVALID_ARGUMENT,
                        "something people saved"),
                forged(
                        "a workspace of a newer layout",
                        Zips.Forged.of(good).with("memory/.scriptorium/format", bytes("2\n")),
                        ErrorCode.FORMAT_TOO_NEW,
                        "format"),
                forged(
                        "a topic that is no UTF-8",
                        Zips.Forged.of(good).with(topic, new byte[] {'#', ' ', (byte) 0xc3, '\n'}),
                        ErrorCode.INVALID_ARGUMENT,
                        "offset 2"),
                forged(
                        "a manifest that is no JSON",
                        Zips.Forged.of(good).saying("\\{", "["),
                        ErrorCode.INVALID_ARGUMENT,
                        "JSON"));
    }

    @TestFactory
    List<DynamicTest> isRefused() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Hostile hostile : table()) {
            tests.add(DynamicTest.dynamicTest(hostile.name().replace('\n', '?'), () -> {
                Path zip = memory.beside().resolve("hostile.zip");
                Zips.write(zip, hostile.entries());
                refused(zip, hostile.code(), hostile.why());
            }));
        }
        return tests;
    }

    @Test
    void anHonestCopyOfItIsTaken() throws IOException {
        Path zip = memory.beside().resolve("copy.zip");
        Zips.write(zip, Zips.Forged.of(good).entries());
        LocalMemoryBackend.restoreExport(zip, target());
        assertThat(target().workspace().resolve("topics")).isDirectory();
        Places.remove(target().workspace());
    }

    @Test
    void aFileCutAnywhereIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(good);
        Path zip = memory.beside().resolve("cut.zip");
        for (int length = 0; length < whole.length; length += 1 + whole.length / 20) {
            Files.write(zip, Arrays.copyOf(whole, length));
            refused(zip, ErrorCode.INVALID_ARGUMENT, "zip file");
        }
        Files.write(zip, Arrays.copyOf(whole, whole.length - 1));
        refused(zip, ErrorCode.INVALID_ARGUMENT, "zip file");
    }

    @Test
    void aByteChangedAnywhereIsRefusedOrChangesNothing() throws IOException {
        byte[] whole = Files.readAllBytes(good);
        Path zip = memory.beside().resolve("changed.zip");
        for (int at = 0; at < whole.length; at += 1 + whole.length / 60) {
            byte[] changed = whole.clone();
            changed[at] ^= 0x15;
            Files.write(zip, changed);
            try {
                // A time, or what only readers of streams look at: nothing of the memory.
                assertThat(LocalMemoryBackend.restoreExport(zip, target()).revision())
                        .isEqualTo(revision);
                Places.remove(target().workspace());
            } catch (MemoryException e) {
                assertThat(e.code())
                        .as("byte " + at + ": " + e.getMessage())
                        .isIn(ErrorCode.INVALID_ARGUMENT, ErrorCode.FORMAT_TOO_NEW, ErrorCode.WORKSPACE_CORRUPT);
                assertThat(target().workspace()).doesNotExist();
            }
        }
    }

    @Test
    void aFileThatUnpacksToFarMoreThanItIsIsRefused() throws IOException {
        int length = 80 << 20;
        byte[] zeros = new byte[length];
        Zips.Forged forged = Zips.Forged.of(good).with("edits/topics/zeros.bin", zeros);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream packed = new ZipOutputStream(out)) {
            for (Zips.Entry entry : forged.entries()) {
                packed.putNextEntry(new ZipEntry(entry.text()));
                packed.write(entry.content());
            }
        }
        Path zip = memory.beside().resolve("bomb.zip");
        Files.write(zip, out.toByteArray());
        assertThat(Files.size(zip)).isLessThan(length / 200);
        refused(zip, ErrorCode.INVALID_ARGUMENT, "unpack to more");
    }

    @Test
    void whatIsNoFileAtAllIsRefused() {
        refused(memory.beside().resolve("no-such.zip"), ErrorCode.INVALID_ARGUMENT, "no file");
        refused(memory.directory(), ErrorCode.INVALID_ARGUMENT, "no file");
    }
}
