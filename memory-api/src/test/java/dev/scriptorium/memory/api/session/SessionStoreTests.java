package dev.scriptorium.memory.api.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.scriptorium.memory.api.session.BrokenBranchException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionStoreTests {
    private static final SessionId SESSION = new SessionId("s");

    @Test
    void aWalkGoesFromTheTipToTheRoot() {
        assertThat(walked(Map.of("c", "b", "b", "a", "a", ""), "c", "")).containsExactly("c", "b", "a");
    }

    @Test
    void aWalkEndsWhereTheVisitorSaysStop() {
        assertThat(walked(Map.of("c", "b", "b", "gone"), "c", "b")).containsExactly("c", "b");
    }

    @Test
    void anUnknownTipIsNamed() {
        broken(Map.of("a", ""), "x", Kind.UNKNOWN_TIP, "x");
    }

    @Test
    void aMissingParentIsToldByTheTurnThatNamesIt() {
        List<String> seen = broken(Map.of("c", "b", "b", "gone"), "c", Kind.MISSING_PARENT, "b");
        assertThat(seen).containsExactly("c", "b");
    }

    @Test
    void aTurnThatIsItsOwnParentEndsTheWalk() {
        List<String> seen = broken(Map.of("b", "a", "a", "a"), "b", Kind.CYCLE, "a");
        assertThat(seen).containsExactly("b", "a");
    }

    @Test
    void aCircleEndsTheWalkAfterEachTurnWasSeenOnce() {
        List<String> seen = broken(Map.of("d", "c", "c", "b", "b", "a", "a", "c"), "d", Kind.CYCLE, "a");
        assertThat(seen).containsExactly("d", "c", "b", "a");
    }

    @Test
    void aTipInsideACircleIsACircleAndNotUnknown() {
        broken(Map.of("a", "b", "b", "a"), "a", Kind.CYCLE, "b");
    }

    @Test
    void aBrokenBranchHarmsNoOther() {
        Map<String, String> turns = Map.of("a", "", "b", "a", "x", "gone");
        broken(turns, "x", Kind.MISSING_PARENT, "x");
        assertThat(walked(turns, "b", "")).containsExactly("b", "a");
    }

    @Test
    void theHeadIsTheOnlyTipUnlessAStoreKnowsMore() {
        SessionStore store = new MapStore(Map.of("a", ""));
        assertThat(store.tips(SESSION)).containsExactly(new TurnId("a"));
        assertThat(store.tips(new SessionId("other"))).isEmpty();
        assertThat(store.sessions(SessionQuery.first(10))).isEmpty();
        assertThat(store.marks()).isEmpty();
    }

    private static List<String> walked(Map<String, String> turns, String from, String stop) {
        List<String> seen = new ArrayList<>();
        new MapStore(turns).walk(SESSION, new TurnId(from), turn -> {
            seen.add(turn.id().value());
            return !turn.id().value().equals(stop);
        });
        return seen;
    }

    private static List<String> broken(Map<String, String> turns, String from, Kind kind, String at) {
        List<String> seen = new ArrayList<>();
        SessionStore store = new MapStore(turns);
        assertThatExceptionOfType(BrokenBranchException.class)
                .isThrownBy(() -> store.walk(
                        SESSION, new TurnId(from), turn -> seen.add(turn.id().value())))
                .withMessageContaining("turn " + at)
                .satisfies(e -> {
                    assertThat(e.kind()).isEqualTo(kind);
                    assertThat(e.turn()).isEqualTo(new TurnId(at));
                    assertThat(e.session()).isEqualTo(SESSION);
                });
        return seen;
    }

    /** Turn to parent; the empty parent is none. Its head is the first name there is. */
    private record MapStore(Map<String, String> parents) implements SessionStore {
        @Override
        public Optional<Turn> turn(SessionId session, TurnId turn) {
            @Nullable String parent = session.equals(SESSION) ? parents.get(turn.value()) : null;
            return Optional.ofNullable(parent)
                    .map(id -> Turn.builder(turn, TurnKind.USER, "text")
                            .parent(id.isEmpty() ? null : new TurnId(id))
                            .build());
        }

        @Override
        public Optional<TurnId> head(SessionId session) {
            return session.equals(SESSION)
                    ? parents.keySet().stream().map(TurnId::new).findFirst()
                    : Optional.empty();
        }
    }
}
