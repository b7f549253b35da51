package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line brings no embedding model: meaning that is only preferred is words, asked for by name it is refused. */
class MeaningVerbsTests {
    @TempDir
    private Path scratch;

    private Cli cli;

    @BeforeEach
    void aConversationIsWritten() throws IOException {
        Path file = Files.writeString(scratch.resolve("talk.jsonl"), """
                {"session":"talk","id":"m1","kind":"USER","time":"2026-03-02T09:00:00+01:00","speaker_id":"ada","text":"I planted 40 tulip bulbs on 1 March 2026."}
                """);
        cli = new Cli(scratch.resolve("memory"));
        cli.run("import", "--format", "jsonl", file.toString()).ok();
        cli.run("write", "--force").ok();
    }

    @Test
    void preferredMeaningIsWordsAndStatusSaysSo() {
        assertThat(cli.run("search", "tulip", "bulbs", "--set", "recall=hybrid")
                        .ok()
                        .out())
                .isEqualTo(cli.run("search", "tulip", "bulbs").ok().out())
                .contains("tulip");
        assertThat(cli.run("recall", "tulip bulbs", "--set", "recall=hybrid")
                        .ok()
                        .out())
                .contains("tulip");
        assertThat(cli.run("status", "--set", "recall=hybrid").ok().out())
                .contains("EMBEDDING_UNAVAILABLE: nothing is found by meaning: no embedding model is set up");
    }

    @Test
    void meaningByNameIsRefused() {
        for (String verb : List.of("search", "recall")) {
            Cli.Result refused = cli.run(verb, "tulip bulbs", "--set", "recall=embedding", "--json");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.refusal().get("code")).isEqualTo("EMBEDDING_UNAVAILABLE");
        }
    }
}
