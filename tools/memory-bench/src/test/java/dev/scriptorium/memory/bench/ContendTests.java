package dev.scriptorium.memory.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

final class ContendTests {
    @Test
    void edits_of_three_processes_are_there_once() {
        BenchCalls.Result result = BenchCalls.run("contend", "--writers", 3, "--edits", 12, "--seed", 1, "--json")
                .ok();
        JsonNode found = result.json();
        assertThat(found.fieldNames())
                .toIterable()
                .containsExactly("edits", "succeeded", "busy", "lost", "duplicated", "errors", "longest_wait_ms");
        assertThat(found.get("edits").asInt()).isEqualTo(12);
        assertThat(found.get("succeeded").asInt()).isEqualTo(12);
        for (String harm : new String[] {"lost", "duplicated", "errors"}) {
            assertThat(found.get(harm).asInt()).as(harm).isZero();
        }
        assertThat(found.get("longest_wait_ms").asLong()).isPositive();
        assertThat(result.err())
                .contains("3 writers in 3 processes make 12 edits")
                .doesNotContain("without a word");
    }

    @Test
    void no_writers_are_no_bench() {
        assertThat(BenchCalls.run("contend", "--writers", 0).code()).isEqualTo(2);
        assertThat(BenchCalls.run("contend", "--edits", 0).code()).isEqualTo(2);
    }
}
