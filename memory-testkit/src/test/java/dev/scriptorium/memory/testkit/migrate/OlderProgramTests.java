package dev.scriptorium.memory.testkit.migrate;

import static dev.scriptorium.memory.testkit.assertj.MemoryAssertions.assertThatWrite;
import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.local.writer.BatchTurn;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import dev.scriptorium.memory.testkit.assertj.MemoryAssertions;
import dev.scriptorium.memory.testkit.model.ScriptedTopicWriter;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import dev.scriptorium.memory.testkit.workspace.WorkspaceExtension;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What else an older program left in a workspace, under the older name of its own state: taken over, or left alone. Each
 * case is opened and written twice.
 */
@ExtendWith(WorkspaceExtension.class)
class OlderProgramTests {
    private final ScriptedTopicWriter writer = ScriptedTopicWriter.of();
    private TemporaryWorkspace memory;

    @BeforeEach
    void begin(TemporaryWorkspace workspace) throws IOException {
        memory = workspace.use(writer);
        save(".nativemem/workspace-id", "w-0a1b2c3d\n");
    }

    private Path save(String path, String text) throws IOException {
        Path file = memory.directory().resolve(path);
        Files.createDirectories(file.getParent());
        return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private void wroteTwice() {
        memory.store().session("s").say("u1", "I live in Lisbon.");
        assertThatWrite(memory.write("s")).succeeded();
        memory.reopen();
        memory.store().session("s").say("u2", "My cat is called Olive.");
        assertThatWrite(memory.write("s")).succeeded();
        assertThat(writer.turnsShown()).containsExactly(List.of("u1"), List.of("u2"));
        MemoryAssertions.assertThat(memory).hasNoProblems().hasBlocks(2);
    }

    @Test
    void theOlderNameOfTheRuntimeDirectoryIsKeptAndNoOtherIsMade() throws IOException {
        wroteTwice();
        assertThat(memory.id().value()).isEqualTo("w-0a1b2c3d");
        assertThat(memory.directory().resolve(".scriptorium")).doesNotExist();
        assertThat(memory.directory().resolve(".nativemem/format")).hasContent("1");
        assertThat(memory.text(".git/info/exclude")).contains("/.nativemem*");
    }

    @Test
    void theOlderNameWinsWhereBothAreThere() throws IOException {
        save(".scriptorium/workspace-id", "w-ffffffff\n");
        wroteTwice();
        assertThat(memory.id().value()).isEqualTo("w-0a1b2c3d");
        assertThat(memory.text(".scriptorium/workspace-id")).isEqualTo("w-ffffffff\n");
        memory.leaveUnchecked();
    }

    @Test
    void theOlderNameTakesTheCreationOrderAndTheCursorsOver() throws IOException {
        String ref = "openprogram/s/u1";
        save(
                ".nativemem/runtime.json",
                "{\n  \"creation_order\": {\n    \"4be8947d\": 5\n  },\n  \"cursors\": {\"s\": 1}\n}\n");
        save(
                "sources/openprogram/_v2/s.md",
                "<!-- openprogram-source-archive:v2 -->\n\n<a id=\"" + SourceLocations.anchor(new SourceRef(ref))
                        + "\"></a>\n<!-- source-id:" + ref
                        + " -->\n<!-- record-lines:1 -->\n[] user: I live in Lisbon.\n");
        memory.open(config -> config.sourceNamespace("openprogram"));
        memory.store().session("s").say("u1", "I live in Lisbon.").say("u2", "My cat is called Olive.");
        assertThatWrite(memory.write("s")).succeeded();

        assertThat(writer.turnsShown()).containsExactly(List.of("u2"));
        assertThat(memory.text(".nativemem/runtime.json")).contains("4be8947d").doesNotContain("cursors");
        assertThat(memory.workspace().read().recent(1))
                .singleElement()
                .satisfies(event -> assertThat(event.order()).isEqualTo(6));
    }

    @Test
    void theCachesAndCommitmentsOfAnOlderProgramStayAsTheyAre() throws IOException {
        List<String> files = List.of(
                "commitments.jsonl",
                ".nativemem-bm25.json",
                ".scriptorium-bm25.json",
                ".nativemem/session-end.json",
                ".nativemem/agent-history.jsonl");
        for (String file : files) {
            save(file, "{\"version\":10,\"of\":\"" + file + "\"}\n");
        }
        memory.open();
        ByteSnapshot before = memory.bytes();
        wroteTwice();
        assertThat(files).allSatisfy(file -> assertThat(memory.text(file)).isEqualTo(before.text(file)));
    }

    @Test
    void whatOthersMayReadIsTheOwnersOnlyOnceItIsOpened() throws IOException {
        Path state = save(".nativemem/runtime.json", "{}\n");
        Path archive = save("sources/D1.md", "# D1\n");
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(archive, PosixFilePermissions.fromString("r--r--r--"));
        Files.setPosixFilePermissions(
                memory.directory().resolve("sources"), PosixFilePermissions.fromString("rwxr-xr-x"));
        wroteTwice();
        try (Stream<Path> all = Files.walk(memory.directory())) {
            assertThat(all.filter(file -> !file.toString().contains(".git/")).toList())
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as(file.toString())
                            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void whoSpokeIsReadFromTheOlderFormOfTheMetadataToo() throws IOException {
        String ref = "openprogram/s1/m1";
        String metadata = "{\"origin_scope\":{\"capabilities\":[\"memory.read\"],\"origin\":\"local-owner\"},"
                + "\"principal_id\":\"owner/install/0123456789abcdef\",\"speaker_kind\":\"owner\","
                + "\"trust_state\":\"trusted\",\"version\":1}";
        String archive = "<!-- openprogram-source-archive:v2 -->\n\n<a id=\""
                + SourceLocations.anchor(new SourceRef(ref)) + "\"></a>\n<!-- source-id:" + ref
                + " -->\n<!-- speaker-id:owner%2Flocal -->\n<!-- source-meta:"
                + Base64.getUrlEncoder().withoutPadding().encodeToString(metadata.getBytes(StandardCharsets.UTF_8))
                + " -->\n<!-- record-lines:1 -->\n[2024-05-06T08:00:00+00:00] Owner (owner/local): I live in Lisbon.\n";
        save("sources/openprogram/_v2/s1.md", archive);

        assertThat(memory.workspace().maintain().backfill().processed()).isEqualTo(1);
        assertThat(memory.workspace().maintain().backfill().candidates()).isZero();

        assertThat(writer.tasks())
                .singleElement()
                .satisfies(task ->
                        assertThat(task.batch()).extracting(BatchTurn::tier).containsExactly(AuthorityTier.OWNER));
        assertThat(memory.text("sources/openprogram/_v2/s1.md")).isEqualTo(archive);
    }
}
