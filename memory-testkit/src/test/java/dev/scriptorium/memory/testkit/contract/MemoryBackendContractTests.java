package dev.scriptorium.memory.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** For each promise, a backend that breaks it and nothing else; the kit says exactly which. */
@Execution(ExecutionMode.SAME_THREAD)
class MemoryBackendContractTests {
    private static BackendMutant current = FaultyBackend::new;

    /** The kit over the mutant of the moment. */
    static final class Kit extends MemoryBackendContract {
        @Override
        protected MemoryBackend open(InMemorySessionStore sessions, Clock clock) {
            return current.open(sessions, clock);
        }
    }

    private static KitRun run(BackendMutant mutant) {
        current = mutant;
        return KitRun.of(Kit.class);
    }

    static List<Map.Entry<String, BackendMutant>> mutants() {
        return BackendMutants.all().entrySet().stream().map(Map.Entry::copyOf).toList();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void aBackendThatBreaksOnePromiseIsCaughtByTheTestOfThatPromise(Map.Entry<String, BackendMutant> mutant) {
        assertThat(run(mutant.getValue()).failed()).containsExactly(mutant.getKey());
    }

    @Test
    void everyTestOfTheKitHasAMutantThatItCatches() {
        KitRun sound = run(FaultyBackend::new);

        assertThat(sound.failed()).isEmpty();
        assertThat(sound.passed().stream().filter(test -> !BackendMutants.all().containsKey(test)))
                .containsExactly("Searching.finds");
    }

    @Test
    void aBackendThatForgetsFailsWhereverSomethingIsRemembered() {
        KitRun run = run((sessions, clock) -> new FaultyBackend(sessions, clock) {
            @Override
            public Optional<String> search(MemoryQuery query) {
                return Optional.empty();
            }
        });

        assertThat(run.failed())
                .contains("Searching.finds", "Writing.idle", "Discarding.safe", "Threads.atOnce")
                .doesNotContain("Identity.name", "Writing.silence", "Ending.neutral");
    }
}
