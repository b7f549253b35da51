package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StatementScoreTests {

    private static double value(Talk talk, int turn) {
        List<Sentence> all = new ArrayList<>();
        List<BatchTurn> batch = talk.turns();
        for (int i = 0; i < batch.size(); i++) {
            all.addAll(Sentence.of(i, batch.get(i).text()));
        }
        Sentence wanted =
                all.stream().filter(one -> one.turn() == turn).findFirst().orElseThrow();
        return new StatementScore(batch, all).of(wanted);
    }

    private static double value(String sentence) {
        return value(Talk.in("s").user(sentence), 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Hello there!",
                "Thanks so much, that's great!",
                "Sounds good.",
                "Wow, I'm so proud of you!",
                "It was nice to see you.",
                "You're the best!",
                "谢谢，太好了！",
                "好的，没问题。",
                "...",
            })
    void courtesiesAreWorthNothing(String sentence) {
        assertThat(value(sentence)).isLessThan(StatementScore.WORTH);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I moved to Lisbon.",
                "My sister Ines keeps bees.",
                "The rent is 900 euros.",
                "We decided on oak for the floor.",
                "The staging server stands in Frankfurt.",
                "I love gardening.",
                "我妹妹住在杭州。",
                "Meine Schwester wohnt in Leipzig.",
                "Моя сестра живёт в Риге.",
            })
    void factsAreWorthKeepingInAnyLanguage(String sentence) {
        assertThat(value(sentence)).isGreaterThanOrEqualTo(StatementScore.WORTH);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "We painted the Ridgeway school.|We painted the school.",
                "The ladder has 14 rungs.|The ladder has rungs.",
                "I painted the fence.|You painted the fence.",
                "Yesterday we painted fences.|Often we painted fences.",
                "We adopted the stray.|We watched the stray.",
                "My cousin paints fences.|My tractor paints fences.",
            })
    void eachCueCounts(String more, String less) {
        assertThat(value(more)).isGreaterThan(value(less));
    }

    @Test
    void whatIsSaidAgainIsWorthLess() {
        Talk talk = Talk.in("s").user("The quarry flooded.").user("The quarry flooded.");
        assertThat(value(talk, 1)).isLessThan(value(talk, 0));
    }

    @Test
    void anAssistantsWordsAreWorthHalf() {
        assertThat(value(Talk.in("s").assistant("The quarry flooded near Leeds."), 0))
                .isLessThan(value("The quarry flooded near Leeds."));
    }

    @Test
    void theNamesOfThoseWhoSpeakSayNothing() {
        Talk talk = Talk.in("s")
                .says("Marguerite", "Thanks Bo!")
                .says("Bo", "Oh Marg!")
                .says("Bo", "Hi Marguerite!");
        assertThat(value(talk, 0)).isZero();
        assertThat(value(talk, 1)).isZero();
        assertThat(value(talk, 2)).isZero();
    }
}
