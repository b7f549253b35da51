package dev.scriptorium.memory.retrieval.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SegmentsTests {

    private static List<String> cut(String text) {
        List<String> parts = new ArrayList<>();
        int start = 0;
        for (int end : Segments.ends(text)) {
            parts.add(text.substring(start, end));
            start = end;
        }
        return parts;
    }

    @Test
    void cuts_after_sentences() {
        assertThat(cut("One. Two!  Three? 四。五！six\nseven"))
                .containsExactly("One. ", "Two!  ", "Three? ", "四。", "五！", "six\n", "seven");
    }

    @Test
    void cuts_a_long_sentence_after_a_word() {
        List<String> parts = cut("word ".repeat(100));
        assertThat(parts).allMatch(part -> part.length() <= Segments.MAX && part.endsWith("word "));
        assertThat(String.join("", parts)).isEqualTo("word ".repeat(100));
    }

    /** Row 58: emoji, families of them, and flags are never split. */
    @Test
    void never_splits_a_grapheme() {
        for (String grapheme : List.of("😀", "👨‍👩‍👧‍👦", "🇩🇪", "é\u0301\u0323", "👍🏽", "नि")) {
            for (int lead = 0; lead < 12; lead++) {
                String text = "a".repeat(lead) + grapheme.repeat(120);
                for (String part : cut(text)) {
                    String rest = part.replaceFirst("^a+", "");
                    assertThat(rest.length() % grapheme.length())
                            .as(grapheme + " after " + lead)
                            .isZero();
                }
            }
        }
    }

    @Test
    @Timeout(20)
    void is_linear_whatever_the_text() {
        for (String text : List.of(
                "a".repeat(1_000_000),
                " ".repeat(1_000_000),
                "a" + "\u0301".repeat(200_000),
                "🇩🇪".repeat(200_000),
                ".".repeat(1_000_000))) {
            List<Integer> ends = Segments.ends(text);
            assertThat(ends).isSorted();
            assertThat(ends.get(ends.size() - 1)).isEqualTo(text.length());
        }
    }
}
