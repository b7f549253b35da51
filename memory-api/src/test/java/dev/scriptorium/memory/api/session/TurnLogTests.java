package dev.scriptorium.memory.api.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A log over windows of messages without ids: what is new is a turn, what diverges is a fork, what is evicted stays. */
class TurnLogTests extends WindowSubject {
    @Nested
    class Growing {
        @Test
        void messagesAfterThoseThatAreKnownAreNewTurns() {
            see("a", "b");
            see("a", "b", "c");
            assertThat(branches()).containsExactly(List.of("a", "b", "c"));
        }

        @Test
        void theSameWindowAgainSaysNothing() {
            see("a", "b");
            see("a", "b");
            assertThat(kept.entries).hasSize(1);
        }

        @Test
        void equalMessagesAreTurnsOfTheirOwn() {
            see("yes");
            see("yes", "yes");
            see("yes", "yes", "yes", "no");
            assertThat(branches()).containsExactly(List.of("yes", "yes", "yes", "no"));
        }

        @Test
        void theSameWordsOfAnotherSpeakerAreAnotherMessage() {
            WindowMessage ada = WindowMessage.builder(TurnKind.USER, "yes")
                    .speaker(Speaker.of("1", "Ada"))
                    .build();
            WindowMessage bo = WindowMessage.builder(TurnKind.USER, "yes")
                    .speaker(Speaker.of("2", "Bo"))
                    .build();
            log.see(S, List.of(ada));
            log.see(S, List.of(bo));
            assertThat(branches()).first().isEqualTo(List.of("", "yes"));
        }

        @Test
        void aMessageWithoutTimeWasSaidWhenItWasFirstSeen() {
            OffsetDateTime time = OffsetDateTime.parse("2020-01-01T00:00:00Z");
            log.see(
                    S,
                    List.of(
                            WindowMessage.of(TurnKind.USER, "a"),
                            WindowMessage.builder(TurnKind.USER, "b").time(time).build()));
            List<OffsetDateTime> times = new ArrayList<>();
            log.walk(S, log.head(S).orElseThrow(), turn -> times.add(turn.time().orElseThrow()));
            assertThat(times).containsExactly(time, OffsetDateTime.now(clock));
        }

        @Test
        void whatTheHostPutsBeforeEachRequestIsLeftOut() {
            log.see(S, List.of(WindowMessage.of(TurnKind.RUNTIME, "You are"), WindowMessage.of(TurnKind.USER, "a")));
            log.see(
                    S,
                    List.of(
                            WindowMessage.of(TurnKind.RUNTIME, "You are now"),
                            WindowMessage.of(TurnKind.USER, "a"),
                            WindowMessage.of(TurnKind.USER, "b")));
            assertThat(branches()).containsExactly(List.of("a", "b"));
        }

        @Test
        void recallThatIsGoneTheNextTimeMakesNoOtherMessage() {
            log.see(
                    S,
                    List.of(WindowMessage.builder(TurnKind.USER, "recalled. a")
                            .injectedRecall(List.of(TextSpan.of(0, 10), TextSpan.of(5, 10)))
                            .build()));
            see("a", "b");
            assertThat(branches()).containsExactly(List.of("recalled. a", "b"));
        }
    }

    @Nested
    class Evicting {
        @Test
        void aWindowThatLostItsFrontIsNoFork() {
            see("a", "b", "c");
            see("b", "c", "d");
            see("d", "e");
            assertThat(branches()).containsExactly(List.of("a", "b", "c", "d", "e"));
        }

        @Test
        void equalMessagesAreEvictedToo() {
            see("yes", "yes", "a", "yes", "yes");
            see("yes", "a", "yes", "yes", "b");
            see("yes", "yes", "b", "yes");
            assertThat(branches()).containsExactly(List.of("yes", "yes", "a", "yes", "yes", "b", "yes"));
        }

        @Test
        void aSummaryInPlaceOfWhatIsKnownIsLeftOut() {
            see("a", "b", "c");
            see("S: a and b", "c", "d");
            see("S: a and b", "c", "d", "e");
            see("S: all of it", "e", "f");
            assertThat(branches()).containsExactly(List.of("a", "b", "c", "d", "e", "f"));
        }

        @Test
        void aSummaryInPlaceOfEverythingCoversIt() {
            TurnId old = see("a", "b");
            see("S: a and b", "c");
            assertThat(branches()).containsExactly(List.of("S: a and b", "c"));
            assertThat(log.turn(S, log.tips(S).get(0)).flatMap(Turn::parent).flatMap(id -> log.turn(S, id)))
                    .flatMap(Turn::covers)
                    .contains(old);
        }

        @Test
        void aWindowOfNothingKnownBeginsAnewAndCoversWhatWasThere() {
            TurnId old = see("a", "b");
            see("x", "y");
            assertThat(branches()).containsExactly(List.of("", "x", "y"));
            assertThat(covers()).containsExactly(old);
        }

        private List<TurnId> covers() {
            List<TurnId> covers = new ArrayList<>();
            log.walk(S, log.head(S).orElseThrow(), turn -> {
                turn.covers().ifPresent(covers::add);
                return true;
            });
            return covers;
        }

        @Test
        void afterAnEmptyWindowOneKnownMessageIsSaidAgain() {
            TurnId old = see("hello", "b");
            assertThat(log.see(S, List.of())).contains(old);
            assertThat(log.see(S, List.of())).contains(old);
            see("hello");
            assertThat(branches()).containsExactly(List.of("", "hello"));
            assertThat(covers()).containsExactly(old);
            assertThat(kept.entries).hasSize(3);
        }

        @Test
        void ofASessionOfWhichNothingWasSeenThereIsNothing() {
            assertThat(log.see(S, List.of())).isEmpty();
            assertThat(log.sessions(SessionQuery.first(9))).isEmpty();
            assertThat(log.tips(S)).isEmpty();
        }
    }

    @Nested
    class Diverging {
        @Test
        void aWindowThatGoesOnDifferentlyIsAFork() {
            see("a", "b", "c");
            see("a", "b", "x");
            assertThat(branches()).containsExactly(List.of("a", "b", "x"), List.of("a", "b", "c"));
        }

        @Test
        void aForkAfterAnEvictionSharesWhatWasEvicted() {
            see("a", "b", "c", "d");
            see("b", "c", "x");
            assertThat(branches()).containsExactly(List.of("a", "b", "c", "x"), List.of("a", "b", "c", "d"));
        }

        @Test
        void aWindowThatEndsSoonerIsAStepBack() {
            see("a", "b", "c");
            TurnId head = see("a", "b");
            assertThat(log.head(S)).contains(head);
            assertThat(branches()).containsExactly(List.of("a", "b"), List.of("a", "b", "c"));
        }

        @Test
        void comingBackToAnOldBranchMakesNoTurnTwice() {
            TurnId old = see("a", "b", "c");
            see("a", "b", "x");
            assertThat(see("a", "b", "c")).isEqualTo(old);
            see("a", "b", "c", "d");
            assertThat(branches()).containsExactly(List.of("a", "b", "c", "d"), List.of("a", "b", "x"));
        }

        @Test
        void aStepBackBeforeTheWindowIsFound() {
            see("a", "b", "c", "d");
            see("c", "d", "e");
            see("a", "b", "x");
            assertThat(branches()).containsExactly(List.of("a", "b", "x"), List.of("a", "b", "c", "d", "e"));
        }

        @Test
        void aLongPrefixCountsMoreThanAChanceEqualityAtTheEnd() {
            see("ok", "b", "c", "d", "ok");
            see("ok", "b", "c", "x");
            assertThat(branches()).containsExactly(List.of("ok", "b", "c", "x"), List.of("ok", "b", "c", "d", "ok"));
        }
    }

    @Nested
    class Keeping {
        @Test
        void whatIsReloadedGoesOnWhereItStood() {
            see("yes", "yes", "a");
            see("yes", "a", "b");
            see("yes", "x");
            List<List<String>> before = branches();
            List<TurnId> tips = log.tips(S);
            log = TurnLog.keptBy(kept, clock);
            assertThat(log.tips(S)).isEqualTo(tips);
            assertThat(branches()).isEqualTo(before);
            see("yes", "x", "y");
            assertThat(branches()).first().isEqualTo(List.of("yes", "yes", "x", "y"));
            assertThat(log.sessions(SessionQuery.first(9)))
                    .singleElement()
                    .satisfies(one -> assertThat(one.lastActivity()).isEqualTo(clock.instant()));
        }

        @Test
        void idsFollowFromWhatWasSaid() {
            TurnId head = see("a", "b");
            TurnLog other = TurnLog.inMemory(Clock.systemUTC());
            other.see(S, window("a"));
            assertThat(other.see(S, window("a", "b"))).contains(head);
            assertThat(other.see(new SessionId("t"), window("a", "b")))
                    .isNotEmpty()
                    .get()
                    .isNotEqualTo(head);
        }

        @Test
        void aRefusedEntryChangesNothingAndComesAgain() {
            see("a");
            kept.refuses = true;
            assertThatThrownBy(() -> see("a", "b")).hasMessage("no room");
            assertThatThrownBy(() -> log.see(new SessionId("t"), window("a"))).hasMessage("no room");
            assertThat(branches()).containsExactly(List.of("a"));
            assertThat(log.sessions(SessionQuery.first(9))).hasSize(1);
            kept.refuses = false;
            see("a", "b");
            assertThat(branches()).containsExactly(List.of("a", "b"));
        }
    }

    /** A host that has everything, and shows a window of it: the log knows the same branches. */
    @RepeatedTest(200)
    void aSlidingWindowOverAnyConversationIsFollowed(RepetitionInfo repetition) {
        Random random = new Random(20_240_506L + repetition.getCurrentRepetition());
        List<String> whole = new ArrayList<>();
        List<List<String>> left = new ArrayList<>();
        int number = 0;
        for (int step = 0; step < 60; step++) {
            if (random.nextInt(8) == 0 && whole.size() > 6) {
                // Back by a few messages, and on with one that was never said: a fork.
                left.add(List.copyOf(whole));
                int back = 1 + random.nextInt(3);
                whole.subList(whole.size() - back, whole.size()).clear();
            }
            for (int i = 0; i <= random.nextInt(3); i++) {
                whole.add(random.nextInt(3) == 0 ? "yes" : "message " + number++);
            }
            whole.add("message " + number++);
            see(whole.subList(Math.max(0, whole.size() - 12), whole.size()).toArray(String[]::new));
            if (random.nextInt(10) == 0) {
                log = TurnLog.keptBy(kept, clock);
            }
        }
        List<List<String>> expected = Stream.concat(Stream.of(List.copyOf(whole)), left.stream())
                .filter(one -> one.equals(whole) || !isBeginningOf(one, whole))
                .toList();
        assertThat(branches()).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(branches().get(0)).isEqualTo(whole);
    }

    private static boolean isBeginningOf(List<String> one, List<String> other) {
        return one.size() <= other.size() && other.subList(0, one.size()).equals(one);
    }
}
