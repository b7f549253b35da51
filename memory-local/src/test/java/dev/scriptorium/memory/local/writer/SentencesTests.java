package dev.scriptorium.memory.local.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SentencesTests {

    private static List<String> split(String paragraph) {
        return Sentences.of(paragraph).stream().map(span -> span.of(paragraph)).toList();
    }

    static Stream<Arguments> paragraphs() {
        return Stream.of(
                Arguments.of("I left. She stayed! Why?", List.of("I left.", "She stayed!", "Why?")),
                Arguments.of("我搬家了。你呢？太好了！", List.of("我搬家了。", "你呢？", "太好了！")),
                Arguments.of("她说：“我走了。再见！”然后关上门。", List.of("她说：“我走了。再见！”然后关上门。")),
                Arguments.of("明日は休みです。東京へ行きます。", List.of("明日は休みです。", "東京へ行きます。")),
                Arguments.of("Dr. Okafor met Mr. Lund. They ate.", List.of("Dr. Okafor met Mr. Lund.", "They ate.")),
                Arguments.of("J. R. Vance wrote it. I read it.", List.of("J. R. Vance wrote it.", "I read it.")),
                Arguments.of("It costs 3.5 euros. Fine.", List.of("It costs 3.5 euros.", "Fine.")),
                Arguments.of(
                        "We met at 9 a.m. in the hall. It rained.",
                        List.of("We met at 9 a.m. in the hall.", "It rained.")),
                Arguments.of(
                        "See https://example.org/a.b?c=D. The door is open.",
                        List.of("See https://example.org/a.b?c=D.", "The door is open.")),
                Arguments.of("Run `a. B` now. Then stop.", List.of("Run `a. B` now.", "Then stop.")),
                Arguments.of(
                        "She said \"I quit. It is over.\" Then she left.",
                        List.of("She said \"I quit. It is over.\"", "Then she left.")),
                Arguments.of("A stray 5\" pipe. Another one.", List.of("A stray 5\" pipe.", "Another one.")),
                Arguments.of("Well... maybe. Yes.", List.of("Well... maybe.", "Yes.")),
                Arguments.of("i left. she stayed e.g. at home.", List.of("i left.", "she stayed e.g. at home.")),
                Arguments.of("no end here", List.of("no end here")),
                Arguments.of("", List.of()),
                Arguments.of(" \t ", List.of()));
    }

    @ParameterizedTest
    @MethodSource("paragraphs")
    void aParagraphIsCutWhereItsSentencesEnd(String paragraph, List<String> sentences) {
        assertThat(split(paragraph)).isEqualTo(sentences);
    }

    @ParameterizedTest
    @MethodSource("paragraphs")
    void nothingButWhiteSpaceIsLostBetweenSentences(String paragraph, List<String> sentences) {
        assertThat(String.join("", split(paragraph)).replaceAll("\\s", "")).isEqualTo(paragraph.replaceAll("\\s", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Where?", "真的吗", "Really?!", "你去了吗？", "(Is it?)", "Is it? \uD83D\uDE00"})
    void aQuestionIsKnownByItsEnd(String question) {
        assertThat(Sentences.asks(question)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Here.", "我走了。", "", "...", "Who knows what he asked."})
    void aStatementIsNoQuestion(String statement) {
        assertThat(Sentences.asks(statement)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"", "`", "\u201C", "https://a", ". ", "。", "\uD83D\uDE00", "a", "\u0301", "\uD83D"})
    void anyTextIsCutInLinearTime(String unit) {
        String text = unit.repeat(200_000 / unit.length());
        CpuLimit.within(Duration.ofSeconds(5), () -> Sentences.of(text));
    }

    @Test
    void anOpenQuotationReachesIntoTheNextSentence() {
        assertThat(Quotations.openAfter("He wrote \"Dear all.", false)).isTrue();
        assertThat(Quotations.openAfter("I agree.", true)).isTrue();
        assertThat(Quotations.openAfter("Yours.\"", true)).isFalse();
        assertThat(Quotations.openAfter("\u201Cshort\u201D", false)).isFalse();
    }
}
