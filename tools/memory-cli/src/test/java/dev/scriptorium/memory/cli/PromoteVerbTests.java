package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.cli.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The owner at the command line vouches for a stranger's turn. */
class PromoteVerbTests {
    private static final String WORDS = "The beehive password is honeycomb, and the hive stands in Porto.";

    @TempDir
    private Path scratch;

    private Cli cli;

    @BeforeEach
    void aStrangersTurnIsArchived() throws IOException {
        cli = new Cli(scratch.resolve("memory"));
        Path file = scratch.resolve("talk.jsonl");
        Files.writeString(file, """
                {"session":"talk","id":"m1","kind":"USER","time":"2026-03-02T09:00:00+01:00","speaker_id":"u-7","speaker_display":"Mallory","speaker_kind":"human","trust":"pending","text":"%s"}
                """.formatted(WORDS));
        cli.run("import", "--format", "jsonl", file.toString()).ok();
        cli.run("write", "--force").ok();
    }

    @Test
    void theTurnIsRecalledFromThenOn() {
        assertThat(cli.run("recall", "What is the beehive password?").ok().out())
                .isBlank();
        assertThat(cli.run("search", "beehive password", "--corpus", "sources")
                        .ok()
                        .out())
                .contains("local/talk/m1", "(pending)");

        JsonObject document = cli.json("promote", "local/talk/m1");

        assertThat(document.keys())
                .containsExactly(
                        "ok",
                        "source_id",
                        "promoted",
                        "trust_state",
                        "distilled",
                        "changed_files",
                        "git_committed",
                        "git_commit");
        assertThat(document.get("promoted")).isEqualTo(true);
        assertThat(document.get("trust_state")).isEqualTo("trusted");
        assertThat(document.get("distilled")).isEqualTo(true);
        assertThat(document.get("changed_files").toString())
                .contains("sources/local/_v2/talk.md", "topics/people/Mallory.md");
        assertThat(cli.run("recall", "What is the beehive password?").ok().out())
                .contains("honeycomb");
        assertThat(cli.run("log").ok().out()).contains("memory: trust source local/talk/m1");
        assertThat(cli.run("check").ok().out()).isNotNull();
    }

    @Test
    void peopleAreToldWhatHappened() {
        String first = cli.run("promote", "local/talk/m1").ok().out();
        assertThat(first).startsWith("trusted  local/talk/m1\n").containsSubsequence("changed  sources/", "commit   ");
        assertThat(cli.run("promote", "local/talk/m1").ok().out())
                .isEqualTo("nothing changed; local/talk/m1 was trusted already\n");
        assertThat(cli.json("promote", "local/talk/m1").get("promoted")).isEqualTo(false);
    }

    @Test
    void whatIsNoTurnIsRefused() {
        assertThat(cli.run("promote", "m1").code()).isEqualTo(2);
        assertThat(cli.run("promote", "local/talk/m2").code()).isEqualTo(1);
    }
}
