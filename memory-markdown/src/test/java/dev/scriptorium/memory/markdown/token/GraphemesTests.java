package dev.scriptorium.memory.markdown.token;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GraphemesTests {

    @ParameterizedTest
    @ValueSource(strings = {"😀", "👩‍👩‍👧‍👦", "❤️‍🔥", "👨🏽‍💻", "🇵🇹", "e\u0301", "한", "\r\n", "की"})
    void nothingIsCutInsideACharacter(String cluster) {
        for (String before : new String[] {"", "x", "x ", "成", cluster}) {
            for (String after : new String[] {"", "x", " x", "成", cluster}) {
                String text = before + cluster + after;
                for (int limit = before.length(); limit < before.length() + cluster.length(); limit++) {
                    assertThat(Graphemes.floor(text, limit))
                            .as("%s at %d", text, limit)
                            .isEqualTo(before.length());
                }
                assertThat(Graphemes.floor(text, before.length() + cluster.length()))
                        .isEqualTo(before.length() + cluster.length());
            }
        }
    }

    @Test
    void flagsInALongRowStayWhole() {
        for (String before : new String[] {"", "x", "成"}) {
            String text = before + "🇵🇹".repeat(200);
            for (int limit = 0; limit <= text.length(); limit++) {
                int cut = Graphemes.floor(text, limit);

                assertThat((cut - before.length()) % 4).as("limit %d", limit).isIn(0, -1);
                assertThat(cut).isBetween(Math.max(0, limit - 4), limit);
            }
        }
    }

    @Test
    void ordinaryTextIsCutAtTheLimit() {
        String text = "plain words 成本上限";
        for (int limit = 0; limit <= text.length(); limit++) {
            assertThat(Graphemes.floor(text, limit)).isEqualTo(limit);
        }
    }

    @Test
    void aCharacterWithoutEndIsCutBetweenCodePoints() {
        String text = "a" + "\u0301".repeat(1000) + "\uD834\uDD65".repeat(1000);
        for (int limit = 129; limit < text.length(); limit++) {
            int cut = Graphemes.floor(text, limit);

            assertThat(cut).isBetween(1, limit);
            assertThat(Character.isLowSurrogate(text.charAt(cut))).isFalse();
        }
    }
}
