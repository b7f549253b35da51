package dev.scriptorium.memory.retrieval.rank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestionTests {

    private static List<String> words(String text) {
        return Question.of(text).words().stream().map(Question.Word::plain).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "When is the budget due for the tracker? | budget due tracker",
                "what is the budget | what is the budget",
                "Which songs of The Who did you hear in London? | song the who hear london",
                "Did May call about IT support? | mai call it support",
                "预算什么时候到期 | 预算 算什 么时 时候 候到 到期",
                "WHERE IS THE BUDGET TRACKER | budget tracker",
            })
    void leaves_function_words_out_when_enough_is_left(String text, String expected) {
        assertThat(words(text)).containsExactly(expected.split(" "));
    }

    @Test
    void takes_each_word_once() {
        assertThat(words("budget Budgets BUDGET tracker")).containsExactly("budget", "tracker");
    }

    @Test
    void knows_what_may_be_a_name() {
        List<Question.Word> words = Question.of("When did Mark mark the exam?").words();
        assertThat(words)
                .filteredOn(Question.Word::nameLike)
                .extracting(Question.Word::plain)
                .contains("mark");
        assertThat(Question.of("please mark the exam in Rome").words())
                .filteredOn(Question.Word::nameLike)
                .extracting(Question.Word::plain)
                .containsExactly("rome");
    }

    @Test
    void reads_a_bounded_part_of_any_text() {
        assertThat(Question.of("word ".repeat(200_000)).words()).hasSize(1);
        assertThat(Question.of("(".repeat(10_000)).words()).isEmpty();
    }
}
