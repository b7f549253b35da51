package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.cli.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code reorganize}, {@code backfill} and {@code init --move-superseded-to}. */
class UpkeepVerbsTests {
    @TempDir
    private Path scratch;

    private Cli cli;

    @BeforeEach
    void begin() throws IOException {
        Path file = scratch.resolve("talk.jsonl");
        Files.writeString(file, """
                {"session":"talk","id":"m1","kind":"USER","time":"2026-03-02T09:00:00+01:00","text":"I moved to Uppsala on 14 February 2026."}
                {"session":"talk","id":"m2","kind":"USER","time":"2026-03-02T09:02:00+01:00","text":"I planted 40 tulip bulbs yesterday."}
                """);
        cli = new Cli(scratch.resolve("memory"));
        cli.run("import", "--format", "jsonl", file.toString()).ok();
        cli.run("write", "--force").ok();
    }

    @Test
    void reorganizeSaysWhatItChangedAndADryRunChangesNothing() {
        Map<String, String> topics = Cli.files(cli.workspace().resolve("topics"));

        JsonObject dry = cli.json("reorganize", "--dry-run");

        assertThat(dry.keys()).containsExactly("status", "dry_run", "changes", "failure");
        assertThat(dry.get("dry_run")).isEqualTo(true);
        assertThat(Cli.files(cli.workspace().resolve("topics"))).isEqualTo(topics);
        assertThat(cli.run("reorganize").ok().out()).contains("nothing to put in order");
        assertThat(cli.run("check").ok().code()).isZero();
    }

    @Test
    void backfillWritesWhatADeletionHasLeftUncitedAndThenNothing() {
        cli.run("backfill").ok();
        String written = Cli.files(cli.workspace().resolve("topics")).toString();
        cli.run("apply", "--files", empty(), "--delete", "topics/user.md").ok();

        JsonObject done = cli.json("backfill");

        assertThat(done.keys())
                .containsExactly("status", "candidates", "processed", "remaining", "revision", "failure");
        assertThat(done.get("status")).isEqualTo("ok");
        assertThat(Cli.files(cli.workspace().resolve("topics")).toString()).isEqualTo(written);
        assertThat(cli.run("backfill").ok().out()).contains("nothing to write");
        assertThat(cli.run("check").ok().code()).isZero();
    }

    private String empty() {
        Path directory = scratch.resolve("none");
        try {
            return Files.createDirectories(directory).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void initMovesTheLayoutBeforeThisOneOnRequest() throws IOException {
        Files.createDirectories(cli.workspace().resolve("wiki"));
        Files.writeString(cli.workspace().resolve("wiki/Ada.md"), "Ada lives in Lisbon.\n");
        assertThat(cli.json("init").get("moved")).isEqualTo(List.of());
        assertThat(cli.workspace().resolve("wiki/Ada.md")).exists();

        Path target = scratch.resolve("superseded");
        assertThat(cli.json("init", "--move-superseded-to", target.toString()).get("moved"))
                .isEqualTo(List.of("wiki"));

        assertThat(target.resolve("wiki/Ada.md")).hasContent("Ada lives in Lisbon.\n");
        assertThat(cli.json("init", "--move-superseded-to", target.toString()).get("moved"))
                .isEqualTo(List.of());
        assertThat(cli.run(
                                "init",
                                "--move-superseded-to",
                                cli.workspace().resolve("x").toString())
                        .code())
                .isEqualTo(1);
    }
}
