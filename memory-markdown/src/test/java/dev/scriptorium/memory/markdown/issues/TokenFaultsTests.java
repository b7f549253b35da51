package dev.scriptorium.memory.markdown.issues;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.scriptorium.memory.markdown.CpuTime;
import dev.scriptorium.memory.markdown.token.TokenCounter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 11 of the reported faults. */
class TokenFaultsTests {
    private static final TokenCounter COUNTER = new TokenCounter();

    @BeforeAll
    static void load() {
        COUNTER.count("x");
    }

    /** Row 100: devoxx/DevoxxGenieIDEAPlugin#387. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<|endoftext|>",
                "<|endofprompt|>",
                "<|fim_prefix|>",
                "<|fim_middle|>",
                "<|im_start|>",
                "<|im_end|>"
            })
    void row100SpecialTokensAreCountedAsOrdinaryText(String special) {
        for (String text : List.of(special, "a" + special + "b", special.repeat(1000))) {
            assertThatCode(() -> COUNTER.count(text)).doesNotThrowAnyException();
            assertThat(COUNTER.count(text)).isGreaterThan(2);
        }
    }

    /** Row 101: openai/tiktoken#195. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("hostileMegabytes")
    void row101NoMegabyteIsSlow(String name, String text) {
        int tokens = CpuTime.within(Duration.ofSeconds(3), () -> COUNTER.count(text));

        assertThat(tokens).isPositive();
        assertThat((long) tokens).isLessThanOrEqualTo(TokenCounter.bytes(text));
    }

    static Stream<Arguments> hostileMegabytes() {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder noise = new StringBuilder();
        while (noise.length() < 1_000_000) {
            noise.append((char) random.nextInt(33, 127));
        }
        StringBuilder units = new StringBuilder();
        while (units.length() < 500_000) {
            units.append((char) random.nextInt(0x10000));
        }
        return Stream.of(
                Arguments.of("one letter", "a".repeat(1_000_000)),
                Arguments.of("one capital", "A".repeat(1_000_000)),
                Arguments.of("one digit", "1".repeat(1_000_000)),
                Arguments.of("one punctuation mark", "=".repeat(1_000_000)),
                Arguments.of("spaces", " ".repeat(1_000_000)),
                Arguments.of("line feeds", "\n".repeat(1_000_000)),
                Arguments.of("spaces and line feeds", " \n".repeat(500_000)),
                Arguments.of("apostrophes", "'s".repeat(500_000)),
                Arguments.of("base64", noise.toString().replaceAll("[^A-Za-z0-9+/]", "x")),
                Arguments.of("noise without spaces", noise.toString()),
                Arguments.of("any UTF-16 units", units.toString()),
                Arguments.of("lone surrogates", "\uD83D".repeat(333_333)),
                Arguments.of("combining marks", "\u0301".repeat(500_000)),
                Arguments.of("emoji families", "👩‍👩‍👧‍👦".repeat(40_000)),
                Arguments.of("flags", "🇵🇹".repeat(125_000)),
                Arguments.of("CJK", "成".repeat(333_333)));
    }

    /** Row 102: knuddelsgmbh/jtokkit#116. */
    @Test
    void row102TextInPiecesLosesNothingAndSplitsNoCharacter() {
        String text = " 成本是怎么回事？👩‍👩‍👧‍👦🇵🇹 e\u0301 leading space".repeat(500);
        for (int limit : new int[] {20, 33, 100, 1000}) {
            List<String> pieces = COUNTER.pieces(text, limit);

            assertThat(String.join("", pieces)).isEqualTo(text);
            for (String piece : pieces) {
                assertThat(new String(piece.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                        .isEqualTo(piece);
                assertThat(piece.codePointAt(0)).isNotIn(0x200D, 0x0301, 0x1F1F9);
            }
        }
    }

    /** Row 103: spring-projects/spring-ai#1834. */
    @Test
    void row103NoPieceIsLargerThanItsBudget() {
        SplittableRandom random = new SplittableRandom(3);
        StringBuilder turn = new StringBuilder();
        while (turn.length() < 80_000) {
            turn.append(random.nextInt(3) == 0 ? "成本" : "word")
                    .append(random.nextInt(100))
                    .append(' ');
        }
        assertThat(COUNTER.count(turn.toString())).isGreaterThan(20_000);

        for (int budget : new int[] {500, 8_000, 16_000}) {
            List<String> pieces = COUNTER.pieces(turn.toString(), budget);

            assertThat(pieces)
                    .allSatisfy(piece -> assertThat(COUNTER.count(piece)).isLessThanOrEqualTo(budget));
            assertThat(pieces.subList(0, pieces.size() - 1))
                    .allSatisfy(piece -> assertThat(COUNTER.count(piece)).isGreaterThan(budget / 2));
        }
    }
}
