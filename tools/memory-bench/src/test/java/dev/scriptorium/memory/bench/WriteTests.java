package dev.scriptorium.memory.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WriteTests {
    @TempDir
    private Path directory;

    private static List<String> keys(JsonNode object) {
        List<String> keys = new ArrayList<>();
        object.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    private static void requireKeys(JsonNode size) {
        assertThat(keys(size))
                .containsExactly(
                        "n",
                        "p50_ms",
                        "p99_ms",
                        "floor_p50_ms",
                        "ratio_floor",
                        "files_read",
                        "bytes_read",
                        "files_written",
                        "forces",
                        "steps");
        assertThat(size.get("p50_ms").asDouble()).isPositive();
        assertThat(size.get("files_read").asInt()).isPositive();
        assertThat(size.get("bytes_read").asLong()).isPositive();
        assertThat(size.get("files_written").asInt()).isPositive();
        assertThat(size.get("forces").asInt()).isPositive();
        assertThat(keys(size.get("steps")))
                .containsExactly(
                        "prepare_ms", "journal_ms", "install_ms", "views_ms", "index_ms", "history_ms", "drop_ms");
        size.get("steps").forEach(step -> assertThat(step.asDouble()).isPositive());
    }

    private void requireNothingLeft() throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).isEmpty();
        }
    }

    /** The machine that runs the tests may be busy: whether the floor was too slow is not looked at. */
    @Test
    void sizes_are_measured_with_the_floor_under_each() throws IOException {
        JsonNode document = BenchCalls.run(
                        "write", "--blocks", "60,200", "--n", 5, "--drop", 1, "--work", directory, "--json")
                .json();
        assertThat(keys(document)).containsExactly("blocks", "growth");
        assertThat(document.get("blocks")).hasSize(2).allSatisfy(WriteTests::requireKeys);
        assertThat(document.get("blocks")).allSatisfy(size -> {
            assertThat(size.get("floor_p50_ms").asDouble()).isPositive();
            assertThat(size.get("ratio_floor").asDouble()).isPositive();
        });
        assertThat(document.get("growth").asDouble()).isPositive();
        requireNothingLeft();
    }

    @Test
    void a_pass_appends_to_the_large_archive() throws IOException {
        JsonNode document = BenchCalls.run(
                        "write",
                        "--blocks",
                        "60",
                        "--archive",
                        "100KB",
                        "--n",
                        3,
                        "--drop",
                        1,
                        "--work",
                        directory,
                        "--json")
                .json();
        assertThat(document.get("blocks")).hasSize(1).allSatisfy(WriteTests::requireKeys);
        assertThat(document.get("growth").isNull()).isTrue();
        requireNothingLeft();
    }

    @Test
    void one_transaction_can_be_had_in_a_workspace_that_is_there_again_and_again() throws IOException {
        Path workspace = directory.resolve("w");
        Path work = Files.createDirectory(directory.resolve("work"));
        BenchCalls.run("gen", "--blocks", 60, "--out", workspace).ok();
        for (int written = 0; written < 2; written++) {
            JsonNode document = BenchCalls.run("write", "--once", "--in", workspace, "--work", work, "--json")
                    .ok()
                    .json();
            JsonNode size = document.get("blocks").get(0);
            requireKeys(size);
            assertThat(size.get("n").asLong()).isEqualTo(60 + written);
            assertThat(size.get("floor_p50_ms").isNull()).isTrue();
        }
        assertThat(work).isEmptyDirectory();
    }

    @Test
    void a_table_is_printed_to_people() {
        BenchCalls.Result result = BenchCalls.run("write", "--blocks", "60", "--once", "--work", directory)
                .ok();
        assertThat(result.out()).contains("p50 ms").contains("prepare ");
        assertThat(result.err()).contains("making a workspace of 60 blocks");
    }

    @Test
    void a_call_that_contradicts_itself_is_refused() {
        assertThat(BenchCalls.run("write", "--in", directory).code()).isEqualTo(2);
        assertThat(BenchCalls.run("write", "--blocks", "0").code()).isEqualTo(2);
        assertThat(BenchCalls.run("write", "--once", "--in", directory.resolve("none"))
                        .code())
                .isEqualTo(2);
        assertThat(BenchCalls.run().code()).isEqualTo(2);
    }
}
