package dev.scriptorium.memory.markdown.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenCounterTests {
    private static final Encoding WHOLE = Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
    private static final String[] WORDS = {
        "budget",
        "tracker",
        "Flask",
        "it's",
        "2026",
        "成本上限",
        "é",
        "—",
        "...",
        "\n\n",
        "\t",
        "😀",
        "HTTPServer2",
        "don't"
    };

    private final TokenCounter counter = new TokenCounter();

    private static String prose(long seed, int words) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < words; i++) {
            out.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(8) == 0 ? ".\n" : " ");
        }
        return out.toString();
    }

    @Test
    void knownTextsHaveTheirTokens() {
        assertThat(counter.count("")).isZero();
        assertThat(counter.count("# Core")).isEqualTo(2);
        assertThat(counter.count("hello world")).isEqualTo(2);
    }

    @Test
    void shortTextIsCountedWhole() {
        for (int seed = 0; seed < 100; seed++) {
            String text = prose(seed, 200);

            assertThat(counter.count(text)).isEqualTo(WHOLE.countTokensOrdinary(text));
        }
    }

    @Test
    void longProseIsCountedExactly() {
        for (int seed = 0; seed < 20; seed++) {
            String text = prose(seed, 20_000);

            assertThat(counter.count(text)).isEqualTo(WHOLE.countTokensOrdinary(text));
        }
    }

    @Test
    void piecesJoinToTheTextAndKeepTheirLimit() {
        for (int seed = 0; seed < 30; seed++) {
            String text = prose(seed, 3000);
            int limit = new SplittableRandom(seed).nextInt(8, 3000);
            List<String> pieces = counter.pieces(text, limit);

            assertThat(String.join("", pieces)).isEqualTo(text);
            assertThat(pieces)
                    .allSatisfy(piece -> assertThat(counter.count(piece)).isBetween(1, limit));
            assertThat(counter.pieces(text, limit)).isEqualTo(pieces);
        }
    }

    @Test
    void textWithinTheLimitIsOnePiece() {
        assertThat(counter.pieces("one two three", 3)).containsExactly("one two three");
        assertThat(counter.pieces("", 3)).isEmpty();
    }

    @Test
    void aPieceHasAtLeastOneCharacter() {
        assertThat(counter.pieces("𒀀𒀀", 1)).containsExactly("𒀀", "𒀀");
        assertThatIllegalArgumentException().isThrownBy(() -> counter.pieces("x", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain words here", "成本上限是五万元。", "😀😀", "a\uD800b"})
    void tokensLieBetweenTheBounds(String text) {
        long bytes = TokenCounter.bytes(text);
        int tokens = counter.count(text);

        assertThat(TokenCounter.couldReach(bytes, tokens)).isTrue();
        assertThat(TokenCounter.couldReach(bytes, bytes + 1)).isFalse();
        assertThat(TokenCounter.surelyReaches(bytes, tokens + 1)).isFalse();
    }

    @Test
    void bytesAreThoseOfUtf8() {
        for (String word : WORDS) {
            assertThat(TokenCounter.bytes(word))
                    .isEqualTo(word.getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
        }
        assertThat(TokenCounter.bytes("\uD800\uDC00\uDC00")).isEqualTo(7);
    }
}
