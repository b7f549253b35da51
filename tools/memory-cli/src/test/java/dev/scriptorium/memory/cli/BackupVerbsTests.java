package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.json.JsonProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups on the command line, and references to blocks. */
class BackupVerbsTests {
    @TempDir
    private Path home;

    private Cli cli;
    private String zip;

    @BeforeEach
    void aConversationIsWritten() throws IOException {
        Path file = home.resolve("talk.jsonl");
        Files.writeString(file, """
                {"session":"talk","id":"m1","kind":"USER","time":"2026-03-02T09:00:00+01:00","speaker_id":"ada","speaker_display":"Ada Lind","text":"I moved to Uppsala on 14 February 2026 and I work at the botanical garden."}
                {"session":"talk","id":"m2","kind":"USER","time":"2026-03-02T09:02:00+01:00","speaker_id":"ada","speaker_display":"Ada Lind","text":"I planted 40 tulip bulbs yesterday."}
                """);
        cli = new Cli(home.resolve("memory"));
        zip = home.resolve("backup.zip").toString();
        cli.run("import", "--format", "jsonl", file.toString()).ok();
        cli.run("write", "--force").ok();
    }

    @Test
    void aWorkspaceGoesIntoAFileAndComesBackFromIt() throws IOException {
        JsonObject status = cli.json("status");
        JsonObject search = cli.json("search", "tulip");
        JsonObject exported = cli.json("export", zip);
        assertThat(exported.keys())
                .containsExactly(
                        "ok",
                        "file",
                        "bytes",
                        "workspace",
                        "revision",
                        "commit",
                        "topics",
                        "blocks",
                        "sources",
                        "turns",
                        "files",
                        "beside_memory");
        assertThat(exported.get("revision")).isEqualTo(status.get("revision"));
        assertThat(exported.get("bytes")).isEqualTo((int) Files.size(Path.of(zip)));
        Map<String, String> topics = Cli.files(cli.workspace().resolve("topics"));
        Files.move(cli.workspace(), home.resolve("lost"));

        JsonObject restored = cli.json("restore-export", zip);

        assertThat(restored.keys())
                .containsExactly(
                        "ok",
                        "directory",
                        "workspace",
                        "revision",
                        "made_at",
                        "topics",
                        "blocks",
                        "sources",
                        "turns",
                        "removed",
                        "problems",
                        "notes");
        assertThat(restored.get("revision")).isEqualTo(status.get("revision"));
        assertThat(restored.get("problems")).isEqualTo(0);
        assertThat(Cli.files(cli.workspace().resolve("topics"))).isEqualTo(topics);
        assertThat(cli.run("check").ok().out()).isEqualTo("no problems, no notes\n");
        assertThat(cli.json("search", "tulip").toString()).isEqualTo(search.toString());
        assertThat(cli.json("status").get("pending_turns")).isEqualTo(0);
        assertThat(Cli.objects(cli.json("write", "--force"), "sessions"))
                .allSatisfy(session -> assertThat(session.get("batches")).isEqualTo(0));
    }

    @Test
    void aWorkspaceIsBroughtBackToItsExport() {
        cli.run("export", zip).ok();
        String id = (String) refs().get(0).get("memory_id");
        String path = "topics/" + refs().get(0).get("topic_path");
        Map<String, String> topics = Cli.files(cli.workspace().resolve("topics"));
        cli.run("apply", "--files", emptyDirectory().toString(), "--delete", path)
                .ok();
        assertThat(cli.run("show", "^" + id).code()).isEqualTo(1);

        Cli.Result restored = cli.run("restore-export", zip).ok();

        assertThat(restored.out()).contains("restored w-", "check      no problems");
        assertThat(Cli.files(cli.workspace().resolve("topics"))).isEqualTo(topics);
        assertThat(cli.run("log").ok().out()).contains("memory: restore the export of ");
        assertThat(cli.run("check").ok().code()).isZero();
    }

    private Path emptyDirectory() {
        try {
            return Files.createDirectory(home.resolve("empty"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatCannotBeIsRefusedWithACode() throws IOException {
        assertThat(cli.run("export").code()).isEqualTo(2);
        assertThat(cli.run("restore-export").code()).isEqualTo(2);
        cli.run("export", zip).ok();
        Cli.Result again = cli.run("export", zip, "--json");
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.refusal().get("code")).isEqualTo("INVALID_ARGUMENT");
        Path cut = home.resolve("cut.zip");
        Files.write(cut, java.util.Arrays.copyOf(Files.readAllBytes(Path.of(zip)), 1000));
        Cli fresh = new Cli(home.resolve("fresh"));
        assertThat(fresh.run("restore-export", cut.toString(), "--json")
                        .refusal()
                        .get("code"))
                .isEqualTo("INVALID_ARGUMENT");
        assertThat(home.resolve("fresh")).doesNotExist();
        Files.createDirectory(home.resolve("full"));
        Files.writeString(home.resolve("full/letter.txt"), "mine");
        Cli full = new Cli(home.resolve("full"));
        assertThat(full.run("restore-export", zip).err()).contains("INVALID_ARGUMENT", "not empty");
        assertThat(fresh.run("export", home.resolve("none.zip").toString(), "--json")
                        .refusal()
                        .get("code"))
                .isEqualTo("MEMORY_NOT_FOUND");
    }

    @SuppressWarnings("unchecked")
    private List<JsonObject> refs(String... arguments) {
        String[] all = new String[arguments.length + 2];
        all[0] = "refs";
        all[1] = "--json";
        System.arraycopy(arguments, 0, all, 2, arguments.length);
        try {
            return (List<JsonObject>) Json.value(cli.run(all).ok().out().getBytes(StandardCharsets.UTF_8));
        } catch (JsonProblem e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void blocksAreListedAsOtherProgramsReferToThem() {
        assertThat(refs()).isNotEmpty().allSatisfy(ref -> {
            assertThat(ref.keys()).containsExactly("workspace_id", "memory_id", "topic_path", "content", "when");
            assertThat((String) ref.get("topic_path")).doesNotStartWith("topics/");
        });
        assertThat(refs("TULIP")).hasSize(1);
        assertThat(refs("--limit", "1")).hasSize(1);
        assertThat(refs("no such words")).isEmpty();
        assertThat(cli.run("refs", "tulip").ok().out()).contains("topics/people/Ada Lind.md#^", "40 tulip bulbs");
        assertThat(cli.run("refs", "--limit", "501").code()).isEqualTo(2);
    }
}
