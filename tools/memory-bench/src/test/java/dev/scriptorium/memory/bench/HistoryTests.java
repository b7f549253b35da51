package dev.scriptorium.memory.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With few commits the ratio is not looked at: packing is due at a thousand objects. */
final class HistoryTests {
    @TempDir
    private Path directory;

    @Test
    void a_history_is_measured_against_a_packed_copy() {
        JsonNode document = BenchCalls.run("history", "--commits", 5, "--blocks", 60, "--work", directory, "--json")
                .json();
        List<String> keys = new ArrayList<>();
        document.fieldNames().forEachRemaining(keys::add);
        assertThat(keys)
                .containsExactly(
                        "commits",
                        "bytes",
                        "packed_bytes",
                        "ratio",
                        "update_p50_ms",
                        "update_p99_ms",
                        "pack_slices",
                        "longest_slice_ms");
        assertThat(document.get("commits").asInt()).isEqualTo(5);
        assertThat(document.get("bytes").asLong()).isPositive();
        assertThat(document.get("update_p50_ms").asDouble()).isPositive();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void a_call_without_commits_is_refused() {
        assertThat(BenchCalls.run("history", "--commits", 0).code()).isEqualTo(2);
    }
}
