package dev.scriptorium.memory.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

final class CrashTests {
    @Test
    void kills_leave_the_state_before_or_after_and_do_no_harm() {
        JsonNode found = BenchCalls.run("crash", "--kills", 3, "--seed", 1, "--json")
                .ok()
                .json();
        assertThat(found.get("kills").asInt()).isEqualTo(3);
        assertThat(found.get("before").asInt() + found.get("after").asInt()).isEqualTo(3);
        for (String harm : new String[] {"mixed", "lost", "unopenable", "differs_from_undisturbed"}) {
            assertThat(found.get(harm).asInt()).as(harm).isZero();
        }
        assertThat(found.get("points").size()).isPositive();
    }

    @Test
    void no_kills_are_no_bench() {
        assertThat(BenchCalls.run("crash", "--kills", 0).code()).isEqualTo(2);
    }
}
