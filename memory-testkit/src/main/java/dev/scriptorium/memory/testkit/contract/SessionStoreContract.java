package dev.scriptorium.memory.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.api.session.BrokenBranchException;
import dev.scriptorium.memory.api.session.SessionStore;
import dev.scriptorium.memory.api.session.Speaker;
import dev.scriptorium.memory.api.session.SpeakerKind;
import dev.scriptorium.memory.api.session.TextSpan;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.api.session.Turn;
import dev.scriptorium.memory.api.session.TurnId;
import dev.scriptorium.memory.api.session.TurnKind;
import dev.scriptorium.memory.api.session.WrittenMarks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Every promise of {@link SessionStore} and {@link WrittenMarks} as tests. Whoever implements one extends this class and
 * says how to fill a store; what a store cannot do is left out of its report as skipped.
 *
 * <pre>{@code
 * class MyStoreTests extends SessionStoreContract {
 *     protected SessionStore store(SessionId session, List<Turn> turns) {
 *         MyStore store = new MyStore();
 *         turns.forEach(turn -> store.add(session, turn));
 *         return store;
 *     }
 * }
 * }</pre>
 *
 * @since 0.1
 */
@DisplayName("A session store")
public abstract class SessionStoreContract extends StoreSubject {
    /** For those who extend it. */
    protected SessionStoreContract() {}

    @Nested
    @DisplayName("gives a turn")
    class Turns {

        @Test
        @DisplayName("with everything it had")
        void whole() {
            Turn given = turn("m2", "m1", TurnKind.SUMMARY)
                    .speaker(Speaker.of("u/17", "Ada Moreau"))
                    .speakerKind(SpeakerKind.CLIENT)
                    .principal("p-1")
                    .tier(AuthorityTier.PAIRED)
                    .trust(Trust.PENDING)
                    .injectedRecall(List.of(TextSpan.of(0, 4)))
                    .covers(new TurnId("m1"))
                    .build();

            assertThat(store(turn("m1", ""), given).turn(CHAT, given.id()))
                    .get()
                    .usingRecursiveComparison()
                    .isEqualTo(given);
        }

        @Test
        @DisplayName("verbatim, whatever characters it has")
        void verbatim() {
            String text = "  <b>\u202E\u2028\u0000 预算 \uD83D\uDE00\r\n\ttail\n".repeat(2_000);
            Turn given = Turn.builder(new TurnId("m1"), TurnKind.USER, text).build();

            assertThat(store(given).turn(CHAT, given.id()).map(Turn::text)).contains(text);
        }

        @Test
        @DisplayName("and none where the turn or the session is unknown")
        void unknown() {
            SessionStore store = store(turn("m1", ""));

            assertThat(store.turn(CHAT, new TurnId("x"))).isEmpty();
            assertThat(store.turn(OTHER, new TurnId("m1"))).isEmpty();
        }

        @Test
        @DisplayName("under the same id after a restart")
        void restart() {
            SessionStore before = store(turn("m1", ""), turn("m2", "m1"));

            assertThat(walk(restarted(before), "m2")).containsExactly("m2", "m1");
        }

        @Test
        @DisplayName("as soon as it was appended")
        void readYourWrites() {
            SessionStore store = store(turn("m1", ""));
            store.turn(CHAT, new TurnId("m2"));

            append(store, CHAT, turn("m2", "m1"));

            assertThat(store.turn(CHAT, new TurnId("m2"))).isPresent();
            assertThat(walk(store, "m2")).containsExactly("m2", "m1");
        }

        @Test
        @DisplayName("as soon as another thread appended it")
        void otherThreads() {
            SessionStore store = store(turn("m1", ""));
            append(store, CHAT, turn("m2", "m1"));
            for (int i = 3; i < 20; i++) {
                Turn next = turn("m" + i, "m" + (i - 1));
                CompletableFuture.runAsync(() -> append(store, CHAT, next)).join();
                assertThat(walk(store, "m" + i)).hasSize(i);
            }
        }
    }

    @Nested
    @DisplayName("has a head")
    class Heads {

        @Test
        @DisplayName("that is the turn the host is on")
        void current() {
            assertThat(forked().head(CHAT)).contains(new TurnId("f3"));
        }

        @Test
        @DisplayName("that moves when a turn is appended")
        void moves() {
            SessionStore store = store(turn("m1", ""));
            append(store, CHAT, turn("m2", "m1"));

            assertThat(store.head(CHAT)).contains(new TurnId("m2"));
        }

        @Test
        @DisplayName("but none in a session without turns")
        void none() {
            assertThat(store(turn("m1", "")).head(OTHER)).isEmpty();
        }
    }

    @Nested
    @DisplayName("names its tips")
    class Tips {

        @Test
        @DisplayName("the head first")
        void headFirst() {
            assertThat(tips(forked())).startsWith("f3").doesNotHaveDuplicates();
        }

        @Test
        @DisplayName("those that were left behind too")
        void leftBehind() {
            Assumptions.assumeTrue(keepsBranches(), "this store knows one branch only");

            assertThat(tips(forked())).containsExactlyInAnyOrder("f3", "m3");
        }

        @Test
        @DisplayName("without archived branches")
        void archived() {
            SessionStore store = forked();
            archive(store, CHAT, new TurnId("m3"));

            assertThat(tips(store)).containsExactly("f3");
        }

        @Test
        @DisplayName("but none in a session without turns")
        void none() {
            assertThat(store(turn("m1", "")).tips(OTHER)).isEmpty();
        }
    }

    @Nested
    @DisplayName("walks a branch")
    class Walks {

        @Test
        @DisplayName("from the tip to the root, each turn once")
        void toTheRoot() {
            assertThat(walk(store(turn("m1", ""), turn("m2", "m1"), turn("m3", "m2")), "m3"))
                    .containsExactly("m3", "m2", "m1");
        }

        @Test
        @DisplayName("until the visitor says stop")
        void stops() {
            SessionStore store = store(turn("m1", ""), turn("m2", "m1"), turn("m3", "m2"));
            List<String> seen = new ArrayList<>();

            store.walk(CHAT, new TurnId("m3"), turn -> {
                seen.add(turn.id().value());
                return seen.size() < 2;
            });

            assertThat(seen).containsExactly("m3", "m2");
        }

        @Test
        @DisplayName("across a fork, with the same ids for the shared turns on either side")
        void acrossForks() {
            SessionStore store = forked();

            assertThat(walk(store, "f3")).containsExactly("f3", "m2", "m1");
            assertThat(walk(store, "m3")).containsExactly("m3", "m2", "m1");
        }

        @Test
        @DisplayName("through turns that were taken out of the conversation")
        void throughRewound() {
            assumeLinkedAsTold();
            Turn gone = turn("m2", "m1", TurnKind.USER).rewound(true).build();
            SessionStore store = store(turn("m1", ""), gone, turn("m3", "m2"));

            assertThat(walk(store, "m3")).containsExactly("m3", "m2", "m1");
            assertThat(store.turn(CHAT, gone.id()).map(Turn::rewound)).contains(true);
        }

        @Test
        @DisplayName("in the order of parents, equal times or none")
        void notByTime() {
            List<Turn> turns = new ArrayList<>(List.of(turn("m0", "")));
            for (int i : new int[] {4, 9, 2, 7, 1, 3, 8, 6, 5}) {
                turns.add(turn("m" + i, "m" + (i - 1), TurnKind.USER)
                        .time(i == 7 ? null : NOON)
                        .build());
            }

            assertThat(walk(store(CHAT, turns), "m9"))
                    .containsExactly("m9", "m8", "m7", "m6", "m5", "m4", "m3", "m2", "m1", "m0");
        }

        @Test
        @DisplayName("of many turns")
        void ofManyTurns() {
            List<Turn> turns = new ArrayList<>(List.of(turn("m0", "")));
            for (int i = 1; i < 3_000; i++) {
                turns.add(turn("m" + i, "m" + (i - 1)));
            }

            assertThat(walk(store(CHAT, turns), "m2999")).hasSize(3_000).endsWith("m0");
        }
    }

    @Nested
    @DisplayName("says of a broken branch")
    class BrokenBranches {

        private void assertBroken(SessionStore store, String from, BrokenBranchException.Kind kind, String at) {
            assertThatThrownBy(() -> walk(store, from))
                    .asInstanceOf(type(BrokenBranchException.class))
                    .satisfies(e -> assertThat(e.kind()).isEqualTo(kind))
                    .satisfies(e -> assertThat(e.session()).isEqualTo(CHAT))
                    .satisfies(e -> assertThat(e.turn().value()).isEqualTo(at));
        }

        @Test
        @DisplayName("that its tip is unknown")
        void unknownTip() {
            assertBroken(store(turn("m1", "")), "x", BrokenBranchException.Kind.UNKNOWN_TIP, "x");
        }

        @Test
        @DisplayName("which turn's parent is missing")
        void missingParent() {
            assumeLinkedAsTold();
            SessionStore store = store(turn("m1", ""), turn("o1", "gone"), turn("o2", "o1"));

            assertBroken(store, "o2", BrokenBranchException.Kind.MISSING_PARENT, "o1");
        }

        @Test
        @DisplayName("which turn is its own parent")
        void selfReferring() {
            assumeLinkedAsTold();
            assertBroken(store(turn("m1", ""), turn("s1", "s1")), "s1", BrokenBranchException.Kind.CYCLE, "s1");
        }

        @Test
        @DisplayName("which turn leads back in a circle")
        void cyclic() {
            assumeLinkedAsTold();
            SessionStore store = store(turn("m1", ""), turn("c1", "c3"), turn("c2", "c1"), turn("c3", "c2"));

            assertBroken(store, "c3", BrokenBranchException.Kind.CYCLE, "c1");
        }

        @Test
        @DisplayName("nothing that harms another branch")
        void othersWork() {
            assumeLinkedAsTold();
            SessionStore store = store(
                    turn("m1", ""),
                    turn("o1", "gone"),
                    turn("s1", "s1"),
                    turn("c1", "c2"),
                    turn("c2", "c1"),
                    turn("m2", "m1"));

            assertThat(walk(store, "m2")).containsExactly("m2", "m1");
            assertThat(tips(store)).contains("m2");
        }
    }
}
