package dev.scriptorium.memory.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.cli.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTests {
    @TempDir
    private Path scratch;

    @Test
    void theDemoShowsTheMainJobAndKeepsItsWorkspace() {
        Cli.Result demo = new Cli(scratch.resolve("unused")).run("demo").ok();
        List<String> lines = demo.out().lines().toList();
        Path kept = Path.of(lines.get(lines.size() - 1));

        assertThat(kept).isAbsolute().isDirectory();
        assertThat(demo.out()).contains("103 turns", "topics/", "Zhang Wei.md", "search:", "because", "memory: write");
        assertThat(scratch.resolve("unused")).doesNotExist();

        Cli cli = new Cli(kept);
        assertThat(cli.json("check").get("ok")).isEqualTo(true);
        JsonObject status = cli.json("status");
        assertThat(status.get("pending_turns")).isEqualTo(0);
        assertThat(status.get("waiting_turns"))
                .as("the draft that was left behind")
                .isEqualTo(2);
        assertThat(Cli.objects(cli.json("write", "--force"), "sessions"))
                .allSatisfy(session -> assertThat(session.get("turns")).isEqualTo(0));

        Map<String, String> files = Cli.files(kept);
        files.keySet().removeIf(name -> name.startsWith(".git"));
        assertThat(files.values())
                .as("what was taken back, and what tools and the runtime said")
                .allSatisfy(text -> assertThat(text)
                        .doesNotContain("4471#")
                        .doesNotContain("scheduler: outbound")
                        .doesNotContain("\"tool\":")
                        .doesNotContain("calendar sync"));
        assertThat(cli.run("recall", "Should invoices go to the new account at Baltic Trust Bank?")
                        .out())
                .doesNotContain("transfer all invoices");
        assertThat(cli.run("core").out()).contains("temperatures in Celsius");
        assertThat(cli.run("search", "法兰").out()).contains("五度");
    }

    @Test
    void theDemoIsOneDocumentWithJson() throws Exception {
        JsonObject demo = new Cli(scratch).json("demo");

        assertThat(demo.keys())
                .containsExactly("imported_turns", "write", "topics", "search", "why", "log", "workspace");
        assertThat(Files.isDirectory(Path.of((String) demo.get("workspace")))).isTrue();
    }
}
