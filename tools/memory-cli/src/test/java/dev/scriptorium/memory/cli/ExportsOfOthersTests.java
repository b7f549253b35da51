package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** From an export to the memory: what was said arrives, and nothing else does (faults 40, 45 and 47). */
class ExportsOfOthersTests {
    @TempDir
    private Path scratch;

    private static String resource(String name) {
        return Path.of("src/test/resources/importer", name).toString();
    }

    /** Everything that is kept of what was said, and what was made of it. */
    private String memory(Path workspace) {
        StringBuilder all = new StringBuilder();
        for (Map.Entry<String, String> file : Cli.files(workspace).entrySet()) {
            if (file.getKey().startsWith("topics/")
                    || file.getKey().startsWith("sources/")
                    || file.getKey().equals("core.md")) {
                byte[] bytes = file.getValue().getBytes(StandardCharsets.ISO_8859_1);
                all.append(new String(bytes, StandardCharsets.UTF_8));
            }
        }
        return all.toString();
    }

    @ParameterizedTest
    @CsvSource({"chatgpt,conversations.json", "claude-code,session.jsonl"})
    void speechIsRemembered(String format, String file) {
        Cli cli = new Cli(scratch.resolve("w"));
        cli.run("import", "--format", format, resource(file)).ok();
        cli.run("write", "--force").ok();

        assertThat(memory(cli.workspace())).contains("14 May");
        assertThat(cli.run("search", "when is the boat launched from the yard in Kalmar")
                        .ok()
                        .out())
                .contains("14 May");
    }

    @Test
    void nothingThatChatGptsToolsOrInstructionsSaidIsRemembered() {
        Cli cli = new Cli(scratch.resolve("w"));
        cli.run("import", "--format", "chatgpt", resource("conversations.json")).ok();
        cli.run("write", "--force").ok();

        assertThat(memory(cli.workspace()))
                .contains("Call the yard about the crane.")
                .doesNotContain("called Selma. (topics", "sea_temperature", "11.2", "Looking up", "Be brief", "tides")
                .doesNotContain("memory-context", "a boat\\\"", "file-service");
    }

    @Test
    void nothingThatClaudeCodeItselfItsToolsOrItsSubAgentsSaidIsRemembered() {
        Cli cli = new Cli(scratch.resolve("w"));
        cli.run("import", "--format", "claude-code", resource("session.jsonl")).ok();
        cli.run("write", "--force").ok();

        assertThat(memory(cli.workspace()))
                .contains("Better launch at half past nine.", "Who calls the crane?")
                .doesNotContain("kalmar.csv", "Degerhamn", "They want tides", "command-name", "API Error", "todo list")
                .doesNotContain("being continued", "Caveat", "memory-context", "interrupted by user");
    }

    @Test
    void importingAndWritingAgainAddsNothing() {
        Cli cli = new Cli(scratch.resolve("w"));
        cli.run("import", "--format", "claude-code", resource("session.jsonl")).ok();
        cli.run("write", "--force").ok();
        String before = memory(cli.workspace());

        cli.run("import", "--format", "claude-code", resource("session.jsonl")).ok();
        cli.run("write", "--force").ok();

        assertThat(memory(cli.workspace())).isEqualTo(before);
        assertThat(cli.json("status").get("pending_turns")).isEqualTo(0);
    }
}
