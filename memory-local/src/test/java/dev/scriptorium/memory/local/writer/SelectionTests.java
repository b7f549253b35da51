package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTests {
    private static final double ALL = 1;

    private static List<String> kept(Talk talk) {
        return Selection.of(talk.turns(), ALL, Recorded.NOTHING).stream()
                .map(SelectionTests::text)
                .toList();
    }

    private static String text(Run run) {
        StringBuilder out = new StringBuilder();
        run.question().ifPresent(question -> out.append(question.text()).append(" / "));
        run.sentences()
                .forEach(sentence -> out.append(out.length() > 0 ? " " : "").append(sentence.text()));
        return out.toString().replace("/  ", "/ ");
    }

    @Test
    void adjacentStatementsOfATurnGoTogether() {
        assertThat(kept(Talk.in("s").user("I keep bees. My hives stand in Galway. Thanks! The honey won a prize.")))
                .containsExactly("I keep bees. My hives stand in Galway.", "The honey won a prize.");
    }

    @Test
    void greetingsQuestionsAndCodeAreDropped() {
        assertThat(kept(Talk.in("s")
                        .user("Hi! How are you? Have you seen the harbour?")
                        .user("```\nthe harbour froze in 1987\n```")
                        .assistant("Sure! Let me know if the harbour master needs anything.")))
                .isEmpty();
    }

    @Test
    void aReplyTakesItsQuestionWithIt() {
        assertThat(kept(Talk.in("s")
                        .says("Ada", "Did the harbour freeze again?")
                        .says("Bo", "Yes, in January.")))
                .containsExactly("Did the harbour freeze again? / Yes, in January.");
        assertThat(kept(Talk.in("s")
                        .says("Ada", "Who painted the mural at Elm Street?")
                        .says("Bo", "Wow! It was Tomasz Wilk, a neighbour.")))
                .containsExactly("Who painted the mural at Elm Street? / It was Tomasz Wilk, a neighbour.");
    }

    @Test
    void aFullAnswerNeedsNoQuestion() {
        assertThat(kept(Talk.in("s")
                        .says("Ada", "Did the harbour freeze again?")
                        .says("Bo", "Yes, the harbour froze in January and the ferries stopped.")))
                .containsExactly("Yes, the harbour froze in January and the ferries stopped.");
    }

    @Test
    void aQuestionOfOnesOwnOrOfLongAgoIsNoContext() {
        assertThat(kept(Talk.in("s")
                        .says("Bo", "Did the harbour freeze again?")
                        .says("Bo", "It was Tomasz Wilk from Poland.")))
                .isEmpty();
        assertThat(kept(Talk.in("s")
                        .says("Ada", "Who won? The quarry flooded near Leeds.")
                        .says("Bo", "It was Tomasz Wilk from Poland.")))
                .containsExactly("The quarry flooded near Leeds.");
    }

    @Test
    void whatPointsBackTakesTheSentenceBeforeIt() {
        assertThat(kept(Talk.in("s").user("We bought a barge. It leaks near the stern and needs tar.")))
                .containsExactly("We bought a barge. It leaks near the stern and needs tar.");
    }

    @Test
    void whatPointsBackToNothingIsDropped() {
        assertThat(kept(Talk.in("s").user("It leaks near the stern and needs tar.")))
                .isEmpty();
        assertThat(kept(Talk.in("s").user("它漏水，需要修理甲板。"))).isEmpty();
        assertThat(kept(Talk.in("s").user("This barge leaks near the stern."))).hasSize(1);
    }

    @Test
    void aFragmentIsNoStatement() {
        assertThat(kept(Talk.in("s").user("Galway harbour!"))).isEmpty();
    }

    @Test
    void theBudgetIsKept() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            text.append("Crate ")
                    .append(i)
                    .append(" holds parts number ")
                    .append(i * 7)
                    .append(" for the mill. ");
        }
        Talk talk = Talk.in("s").user(text.toString());
        for (double share : new double[] {0.1, 0.2, 0.4}) {
            int kept = Selection.of(talk.turns(), share, Recorded.NOTHING).stream()
                    .mapToInt(run -> text(run).length())
                    .sum();
            assertThat(kept).isBetween((int) (share * text.length() * 0.9), (int) (share * text.length()));
        }
    }

    @Test
    void aSmallBatchIsNotCutShort() {
        assertThat(Selection.of(Talk.in("s").user("I moved to Lisbon in May.").turns(), 0.1, Recorded.NOTHING))
                .hasSize(1);
    }

    @Test
    void lastingPreferencesComeBeforeEverythingElse() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            text.append("Crate ")
                    .append(i)
                    .append(" holds parts for the mill at Leeds number ")
                    .append(i)
                    .append(". ");
        }
        Talk talk = Talk.in("s").user(text + "I prefer tea.");
        assertThat(Selection.of(talk.turns(), 0.2, Recorded.NOTHING))
                .anyMatch(run -> text(run).contains("I prefer tea."));
    }

    @Test
    void whatIsRecordedAlreadyCostsNothing() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            text.append("Crate ")
                    .append(i)
                    .append(" holds parts number ")
                    .append(i * 7)
                    .append(" for the mill. ");
        }
        Talk talk = Talk.in("s").user(text + "Ines owns the barge.").user("Ines owns the barge. Ines owns the barge!");
        Recorded byOthers = new Recorded() {
            @Override
            public boolean fromOthers(Sentence sentence) {
                return sentence.text().startsWith("Ines");
            }

            @Override
            public boolean fromItsTurn(Sentence sentence) {
                return false;
            }
        };
        List<Run> runs = Selection.of(talk.turns(), 0.01, byOthers);
        assertThat(runs.stream()
                        .flatMap(run -> run.sentences().stream())
                        .filter(one -> one.text().startsWith("Ines")))
                .hasSize(3);
    }
}
