package dev.scriptorium.memory.api.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Windows of hosts that pin, cut short, empty and come back; messages that say the same and are not; broken entries. */
class TidiedWindowTests extends WindowSubject {
    @Nested
    class Changing {
        @Test
        void whatAToolSaidMayBeCutShort() {
            see("q1", "T: a page", "a1", "q2", "a2");
            see("q1", "T: elided", "a1", "q2", "a2");
            see("q1", "T: elided", "a1", "q2", "a2", "q3");
            assertThat(branches()).containsExactly(List.of("q1", "T: a page", "a1", "q2", "a2", "q3"));
        }

        @Test
        void whatAToolSaidMayBeTakenOut() {
            see("q1", "T: a", "a1", "q2", "T: b");
            see("q1", "a1", "q2", "a2");
            assertThat(branches()).containsExactly(List.of("q1", "T: a", "a1", "q2", "T: b", "a2"));
        }

        @Test
        void aWindowFullOfToolsGoesOnWhereTheySpeak() {
            see("q1", "T: 1", "T: 2", "T: 3");
            see("T: 2", "T: 3", "T: 4", "T: 5");
            see("T: 4", "T: 5", "T: 6", "a1");
            see("T: 6", "a1", "q2");
            assertThat(branches())
                    .singleElement()
                    .satisfies(all -> assertThat(all)
                            .startsWith("q1")
                            .endsWith("a1", "q2")
                            .doesNotContain(""));
        }

        @Test
        void aSummaryThatIsWrittenAnewIsTheSameSummary() {
            see("S: 1 to 4", "m5", "m6", "m7");
            see("S: 1 to 5", "m6", "m7", "m8");
            assertThat(branches()).containsExactly(List.of("S: 1 to 4", "m5", "m6", "m7", "m8"));
        }

        @Test
        void aPinnedFirstMessageStays() {
            see("pin", "m5", "m6", "m7");
            see("pin", "m6", "m7", "m8");
            see("pin", "m8", "m9", "m10");
            see("pin", "m9", "m10", "m11");
            assertThat(branches()).containsExactly(List.of("pin", "m5", "m6", "m7", "m8", "m9", "m10", "m11"));
        }

        @Test
        void aForkBehindAPinnedMessageIsAForkThere() {
            see("pin", "m5", "m6", "m7");
            see("pin", "m6", "m7", "m8");
            see("pin", "m6", "m7", "x");
            assertThat(branches())
                    .containsExactly(List.of("pin", "m5", "m6", "m7", "x"), List.of("pin", "m5", "m6", "m7", "m8"));
        }

        @Test
        void aFirstMessageThatIsCutShortStays() {
            see("a long one", "b", "c");
            see("a long…", "b", "c", "d");
            see("a l…", "b", "c", "d", "e");
            assertThat(branches()).containsExactly(List.of("a long one", "b", "c", "d", "e"));
        }

        @Test
        void messagesInTheMiddleThatAreCutShortStay() {
            see("q1", "a1", "q2", "a2", "q3", "a3");
            see("q1", "a1…", "q2", "a2…", "q3", "a3", "q4");
            assertThat(branches()).containsExactly(List.of("q1", "a1", "q2", "a2", "q3", "a3", "q4"));
        }

        @Test
        void anEditedMessageIsAFork() {
            see("q1", "a1", "q2", "a2", "q3", "a3");
            see("q1", "a1", "q2 edited");
            see("q1", "a1", "q2 edited", "other", "q3");
            assertThat(branches())
                    .containsExactly(
                            List.of("q1", "a1", "q2 edited", "other", "q3"),
                            List.of("q1", "a1", "q2", "a2", "q3", "a3"));
        }

        @Test
        void anEditedMessageWithTheSameReplyIsAFork() {
            see("q1", "a1", "q2", "Done.");
            see("q1", "a1", "q2 edited", "Done.");
            assertThat(branches())
                    .containsExactly(List.of("q1", "a1", "q2 edited", "Done."), List.of("q1", "a1", "q2", "Done."));
        }

        @Test
        void aNewConversationIsNotTheOldOneBecauseOfAWord() {
            see("a", "b", "yes", "ok");
            see("u", "v", "w", "yes", "ok", "x");
            assertThat(branches()).containsExactly(List.of("", "u", "v", "w", "yes", "ok", "x"));
        }
    }

    @Nested
    class ComingBack {
        @Test
        void aWindowThatWasForgottenGoesOnWhereItStood() {
            see("a", "b", "c");
            log.see(S, List.of());
            see("b", "c", "d");
            assertThat(branches()).containsExactly(List.of("a", "b", "c", "d"));
        }

        @Test
        void theSameWindowAfterAnEmptyOneIsNoNewConversation() {
            TurnId head = see("a", "b");
            log.see(S, List.of());
            assertThat(see("a", "b")).isEqualTo(head);
            log = TurnLog.keptBy(kept, clock);
            see("a", "b", "c");
            assertThat(branches()).containsExactly(List.of("a", "b", "c"));
        }

        @Test
        void twoWindowsThatTakeTurnsAreNotSaidTwice() {
            see("a", "b");
            see("x", "y");
            see("a", "b", "c");
            see("x", "y", "z");
            see("b", "c", "d");
            see("y", "z", "w");
            assertThat(branches())
                    .containsExactlyInAnyOrder(List.of("", "x", "y", "z", "w"), List.of("a", "b", "c", "d"));
        }
    }

    @Nested
    class Repeating {
        @Test
        void nothingThatIsSaidInACircleIsLost() {
            List<String> whole = new ArrayList<>();
            for (int said = 0; said < 20; said += 2) {
                whole.add(said % 4 == 0 ? "A" : "C");
                whole.add(said % 4 == 0 ? "B" : "D");
                see(whole.subList(Math.max(0, whole.size() - 4), whole.size()).toArray(String[]::new));
            }
            assertThat(branches()).containsExactly(whole);
        }
    }

    @Nested
    class Standing {
        private WindowMessage message(String text, AuthorityTier tier, Trust trust) {
            return WindowMessage.builder(TurnKind.USER, text)
                    .tier(tier)
                    .trust(trust)
                    .build();
        }

        private List<Trust> trusts(TurnId tip) {
            List<Trust> trusts = new ArrayList<>();
            log.walk(S, tip, turn -> trusts.add(turn.trust()));
            Collections.reverse(trusts);
            return trusts;
        }

        @Test
        void aMessageThatIsTrustedLaterIsATurnOfItsOwn() {
            List<WindowMessage> window = window("a", "b", "c", "d");
            window.set(1, message("b", AuthorityTier.OWNER, Trust.PENDING));
            TurnId pending = log.see(S, window).orElseThrow();
            TurnId trusted = see("a", "b", "c", "d");
            assertThat(trusts(trusted)).containsOnly(Trust.TRUSTED);
            assertThat(trusts(pending)).containsExactly(Trust.TRUSTED, Trust.PENDING, Trust.TRUSTED, Trust.TRUSTED);
            assertThat(log.tips(S)).containsExactly(trusted, pending);
        }

        @Test
        void theSameWordsOfAStrangerAreNotTheOwners() {
            TurnId owners = see("a", "b");
            List<WindowMessage> window = window("a");
            window.add(message("b", AuthorityTier.PAIRED, Trust.PENDING));
            TurnId strangers = log.see(S, window).orElseThrow();
            assertThat(log.turn(S, strangers).map(Turn::tier)).contains(AuthorityTier.PAIRED);
            assertThat(log.turn(S, strangers).flatMap(Turn::parent))
                    .isEqualTo(log.turn(S, owners).flatMap(Turn::parent));
        }

        @Test
        void theSameWordsOnAnotherAccountAreAnotherMessage() {
            TurnId first = see("a");
            WindowMessage other =
                    WindowMessage.builder(TurnKind.USER, "a").principal("p-2").build();
            assertThat(log.see(S, List.of(other))).isNotEmpty().get().isNotEqualTo(first);
        }
    }

    @Nested
    class Broken {
        private Turn turn(String id, String parent, String text) {
            return Turn.builder(new TurnId(id), TurnKind.USER, text)
                    .parent(parent.isEmpty() ? null : new TurnId(parent))
                    .build();
        }

        private void keep(String head, String windowStart, Turn... turns) {
            kept.append(TurnLogEntry.of(
                    S,
                    clock.instant(),
                    List.of(turns),
                    new TurnId(head),
                    windowStart.isEmpty() ? null : new TurnId(windowStart)));
        }

        private void assertRefused(String... said) {
            assertThatThrownBy(() -> TurnLog.keptBy(kept, clock))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("session s ")
                    .hasMessageContainingAll(said);
        }

        @Test
        void aTurnThatIsItsOwnParentIsRefused() {
            keep("m1", "m1", turn("m1", "m1", "a"));
            assertRefused("m1");
        }

        @Test
        void aCircleIsRefused() {
            keep("m1", "m1", turn("m1", "m2", "a"), turn("m2", "m1", "b"));
            assertRefused("m1", "m2");
        }

        @Test
        void anUnknownParentIsRefused() {
            keep("m1", "m1", turn("m1", "", "a"));
            keep("m3", "m3", turn("m3", "gone", "c"));
            assertRefused("m3", "gone");
        }

        @Test
        void anUnknownHeadIsRefused() {
            keep("gone", "m1", turn("m1", "", "a"));
            assertRefused("gone");
        }

        @Test
        void aWindowThatBeginsNowhereOnTheBranchIsRefused() {
            keep("m2", "m1", turn("m1", "", "a"), turn("m2", "m1", "b"));
            keep("m3", "m2", turn("m3", "m1", "c"));
            assertRefused("m2", "m3");
        }

        @Test
        void aTurnThatComesTwiceIsTheSameOrRefused() {
            keep("m1", "m1", turn("m1", "", "a"));
            keep("m1", "m1", turn("m1", "", "a"));
            assertThat(TurnLog.keptBy(kept, clock).tips(S)).containsExactly(new TurnId("m1"));
            keep("m1", "m1", turn("m1", "", "b"));
            assertRefused("m1");
        }
    }

    /** A host that pins the first message, cuts old ones short and empties what tools said: nothing is said twice. */
    @RepeatedTest(200)
    void aWindowThatIsTidiedIsFollowed(RepetitionInfo repetition) {
        Random random = new Random(20_240_507L + repetition.getCurrentRepetition());
        boolean pins = random.nextBoolean();
        boolean cuts = random.nextBoolean();
        int size = 8 + random.nextInt(8);
        List<String> whole = new ArrayList<>();
        for (int step = 0; step < 40; step++) {
            whole.add("question " + step + (random.nextInt(3) == 0 ? " at length" : ""));
            if (random.nextInt(3) == 0) {
                whole.add("T: result " + step);
            }
            whole.add(random.nextInt(4) == 0 ? "Done." : "answer " + step);
            int from = Math.max(0, whole.size() - size);
            List<String> window = new ArrayList<>(whole.subList(from, whole.size()));
            for (int i = 0; cuts && i < window.size(); i++) {
                boolean old = i < window.size() - 6;
                window.set(i, window.get(i).startsWith("T:") ? "T: elided" : window.get(i));
                window.set(i, old ? window.get(i).replace(" at length", "…") : window.get(i));
            }
            if (pins && from > 0) {
                window.add(0, whole.get(0));
            }
            see(window.toArray(String[]::new));
        }
        assertThat(branches()).hasSize(1);
        assertThat(speech(branches().get(0))).isEqualTo(speech(whole));
    }

    private static List<String> speech(List<String> texts) {
        return texts.stream().filter(text -> !text.startsWith("T:")).toList();
    }
}
