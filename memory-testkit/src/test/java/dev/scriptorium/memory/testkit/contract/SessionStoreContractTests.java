package dev.scriptorium.memory.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** For each promise, a store that breaks it and nothing else; the kit says exactly which. */
@Execution(ExecutionMode.SAME_THREAD)
class SessionStoreContractTests {
    private static Supplier<FaultyStore> current = FaultyStore::new;

    /** The kit over the mutant of the moment. */
    static final class Kit extends SessionStoreContract {
        @Override
        protected SessionStore store(SessionId session, List<Turn> turns) {
            FaultyStore store = current.get();
            turns.forEach(turn -> store.sound
                    .session(session.value())
                    .put(turn)
                    .head(turn.id().value()));
            return store;
        }

        @Override
        protected void append(SessionStore store, SessionId session, Turn turn) {
            ((FaultyStore) store).append(session, turn);
        }

        @Override
        protected void archive(SessionStore store, SessionId session, TurnId tip) {
            ((FaultyStore) store).archive(session, tip);
        }

        @Override
        protected SessionStore restarted(SessionStore store) {
            ((FaultyStore) store).restarted = true;
            return store;
        }

        @Override
        protected void damageMarks(SessionStore store) {
            ((FaultyStore) store).damageMarks();
        }
    }

    private static KitRun run(Supplier<FaultyStore> mutant) {
        current = mutant;
        return KitRun.of(Kit.class);
    }

    static List<Map.Entry<String, Supplier<FaultyStore>>> mutants() {
        return StoreMutants.all().entrySet().stream().map(Map.Entry::copyOf).toList();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void aStoreThatBreaksOnePromiseIsCaughtByTheTestOfThatPromise(Map.Entry<String, Supplier<FaultyStore>> mutant) {
        assertThat(run(mutant.getValue()).failed()).containsExactly(mutant.getKey());
    }

    @Test
    void everyTestOfTheKitHasAMutantThatItCatches() {
        KitRun sound = run(FaultyStore::new);

        assertThat(sound.failed()).isEmpty();
        assertThat(new TreeSet<>(StoreMutants.all().keySet())).containsAll(withoutThoseOfEveryWalk(sound));
    }

    /** A store that breaks the plainest walk breaks every other as well; see the test below. */
    private static List<String> withoutThoseOfEveryWalk(KitRun sound) {
        return sound.passed().stream()
                .filter(test -> !test.equals("Walks.toTheRoot"))
                .toList();
    }

    @Test
    void aWalkThatLeavesOutTheRootFailsWhereverBranchesAreWalked() {
        KitRun run = run(StoreMutants::withoutRoot);

        assertThat(run.failed())
                .contains("Walks.toTheRoot", "Walks.acrossForks", "Walks.ofManyTurns")
                .doesNotContain("Turns.whole", "Heads.current", "Tips.headFirst", "Marks.marked");
    }
}
