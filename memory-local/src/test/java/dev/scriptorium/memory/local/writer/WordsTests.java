package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.local.writer.Words.Word;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTests {

    @Test
    void wordsKeepTheirApostrophesAndNumbersTheirPoints() {
        assertThat(Words.of("Don\u2019t pay 3.50, Ines's cat -- well-fed."))
                .extracting(Word::lower)
                .containsExactly("don't", "pay", "3.50", "ines's", "cat", "well", "fed");
    }

    @Test
    void scriptsWithoutSpacesGivePairs() {
        assertThat(Words.of("我住里斯本。Porto北"))
                .extracting(Word::text)
                .containsExactly("我住", "住里", "里斯", "斯本", "Porto", "北");
    }

    @Test
    void combiningMarksStayInTheirWord() {
        assertThat(Words.of("हिन्दी cafe\u0301 \uD83D\uDE00"))
                .extracting(Word::text)
                .containsExactly("हिन्दी", "cafe\u0301");
    }

    @Test
    void loneSurrogatesAndEmptyTextsAreNoWords() {
        assertThat(Words.of("\uD83D \uDE00")).isEmpty();
        assertThat(Words.of("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "walks,walk",
        "walking,walk",
        "walked,walk",
        "stopped,stop",
        "parties,part",
        "party,part",
        "harbour's,harbour",
        "is,is"
    })
    void aStemIsWhatFormsOfAWordShare(String word, String stem) {
        assertThat(Words.stem(word)).isEqualTo(stem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "I moved to Porto!|i moved to porto",
                "I  moved, to PORTO|i moved to porto",
                "don\u2019t|dont",
                "\uFF21\uFF11|a1",
                "我住在\u201C里斯本\u201D。|我住在 里斯本",
                "...|''",
            })
    void statementsAreNormalisedToLettersAndDigits(String text, String normalised) {
        assertThat(Words.normalised(text)).isEqualTo(normalised);
    }
}
