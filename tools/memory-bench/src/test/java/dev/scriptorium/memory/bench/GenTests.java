package dev.scriptorium.memory.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.local.CheckReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.local.WorkspaceStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GenTests {
    private static final long TOPICS = 1 + (150 - 5 + 11) / 12 + 2;

    @TempDir
    private Path directory;

    private static Map<String, String> files(Path root) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(root.relativize(file).toString(), Files.readString(file, StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    @Test
    void the_same_call_makes_the_same_bytes() throws IOException {
        BenchCalls.run("gen", "--blocks", 200, "--archive", "40KB", "--no-open", "--out", directory.resolve("a"))
                .ok();
        BenchCalls.run("gen", "--blocks", 200, "--archive", "40KB", "--no-open", "--out", directory.resolve("b"))
                .ok();
        assertThat(files(directory.resolve("a")))
                .isEqualTo(files(directory.resolve("b")))
                .hasSizeGreaterThan(20);
    }

    @Test
    void a_workspace_passes_the_checker_and_holds_what_was_asked_for() {
        Path root = directory.resolve("w");
        JsonNode made = BenchCalls.run("gen", "--blocks", 150, "--archive", "40KB", "--out", root, "--json")
                .ok()
                .json();
        assertThat(made.get("blocks").asLong()).isEqualTo(150);
        assertThat(made.get("topics").asLong()).isBetween(13L, TOPICS);
        assertThat(root.resolve(".git")).isDirectory();
        LocalMemoryConfig config = LocalMemoryConfig.builder(
                        root, SessionStores.ofList(new SessionId("none"), List.of()))
                .build();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config)) {
            CheckReport report = backend.workspace().maintain().check();
            assertThat(report.problems()).isEmpty();
            WorkspaceStatus status = backend.workspace().read().status();
            assertThat(status.blocks()).isEqualTo(150);
            assertThat(status.topics()).isEqualTo(made.get("topics").asInt());
        }
    }

    @Test
    void the_large_archive_is_as_large_as_asked_for() throws IOException {
        Path root = directory.resolve("w");
        BenchCalls.run("gen", "--blocks", 24, "--archive", "100KB", "--no-open", "--out", root)
                .ok();
        assertThat(Files.size(root.resolve("sources/local/_v2/long.md"))).isBetween(100_000L, 140_000L);
    }

    @Test
    void a_size_is_reached_and_hardly_passed() throws IOException {
        Path root = directory.resolve("w");
        JsonNode made = BenchCalls.run("gen", "--size", "300KB", "--no-open", "--out", root, "--json")
                .ok()
                .json();
        long bytes = 0;
        for (String text : files(root).values()) {
            bytes += text.getBytes(StandardCharsets.UTF_8).length;
        }
        assertThat(made.get("text_bytes").asLong()).isEqualTo(bytes).isBetween(300_000L, 330_000L);
    }

    @Test
    void everything_is_its_owners_only() throws IOException {
        Path root = directory.resolve("w");
        BenchCalls.run("gen", "--blocks", 24, "--no-open", "--out", root).ok();
        try (Stream<Path> all = Files.walk(root)) {
            assertThat(all)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void nothing_is_written_where_something_is() throws IOException {
        Path file = Files.writeString(directory.resolve("mine"), "kept", StandardCharsets.UTF_8);
        BenchCalls.Result result = BenchCalls.run("gen", "--blocks", 24, "--out", directory, "--json");
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.json().get("error").get("message").asText()).contains("not empty");
        assertThat(directory).isDirectoryContaining(path -> path.equals(file));
    }

    @Test
    void a_call_without_an_extent_is_refused() {
        assertThat(BenchCalls.run("gen", "--out", directory.resolve("w")).code())
                .isEqualTo(2);
        assertThat(BenchCalls.run("gen", "--size", "large", "--out", directory.resolve("w"))
                        .code())
                .isEqualTo(2);
    }
}
