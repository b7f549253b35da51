package dev.scriptorium.memory.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SearchTests {
    @TempDir
    private Path directory;

    private static List<String> keys(JsonNode object) {
        List<String> keys = new ArrayList<>();
        object.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    private static void requireFigures(JsonNode size) {
        assertThat(keys(size))
                .containsExactly(
                        "mb",
                        "text_bytes",
                        "index_bytes",
                        "build_s",
                        "cold_open_ms",
                        "lucene_cold_open_ms",
                        "files_parsed_cold",
                        "warm_p50_ms",
                        "warm_p99_ms",
                        "lucene_p50_ms",
                        "fts5_p50_ms",
                        "ratio_lucene",
                        "ratio_fts5",
                        "refresh_p50_ms",
                        "lucene_refresh_p50_ms");
        assertThat(size.get("text_bytes").asDouble())
                .isBetween(size.get("mb").asDouble() * 1e6, size.get("mb").asDouble() * 1e6 + 100_000);
        size.properties().forEach(figure -> {
            // With so few rounds ours may take less than the allowance; nothing is read when all is well.
            if (!List.of("ratio_lucene", "files_parsed_cold").contains(figure.getKey())) {
                assertThat(figure.getValue().asDouble()).as(figure.getKey()).isPositive();
            }
        });
        assertThat(size.get("warm_p99_ms").asDouble())
                .isGreaterThanOrEqualTo(size.get("warm_p50_ms").asDouble());
    }

    @Test
    void sizes_are_measured_beside_bare_lucene_and_sqlite() {
        JsonNode document = BenchCalls.run(
                        "search",
                        "--sizes",
                        "0.02,0.1",
                        "--n",
                        5,
                        "--drop",
                        1,
                        "--cold",
                        1,
                        "--work",
                        directory,
                        "--json")
                .ok()
                .json();
        assertThat(keys(document)).containsExactly("sizes", "growth_10_100");
        assertThat(document.get("sizes")).hasSize(2).allSatisfy(SearchTests::requireFigures);
        assertThat(document.get("growth_10_100").isNull()).isTrue();
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void a_call_without_searches_is_refused() {
        assertThat(BenchCalls.run("search", "--n", 0).code()).isEqualTo(2);
        assertThat(BenchCalls.run("search", "--sizes", "0").code()).isEqualTo(2);
    }
}
