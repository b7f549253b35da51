package dev.scriptorium.memory.retrieval.rank;

import static org.assertj.core.api.Assertions.assertThat;

import dev.scriptorium.memory.api.recall.MemoryHit;
import dev.scriptorium.memory.api.ref.BlockId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecallTextTests {

    private static int tokens(String text) {
        return (text.codePointCount(0, text.length()) + 2) / 3;
    }

    private static RankedHit block(String text) {
        Paragraph paragraph =
                Paragraph.ofBlock(List.of("2026-08", "2026-09-01"), text, "topics/x.md", new BlockId("1f90f631"));
        return new RankedHit(
                MemoryHit.builder("topics/x.md", text).build(),
                paragraph,
                PassageTokens.count(paragraph, RecallTextTests::tokens));
    }

    private static SearchAnswer answer(Map<String, Double> weights, RankedHit... hits) {
        return new SearchAnswer(List.of(hits), weights, null, true);
    }

    @Test
    void shows_a_block_with_its_dates_and_place() {
        assertThat(RecallText.of(answer(Map.of(), block("Ada moved."), block("Bo stayed.")), 200))
                .isEqualTo("[2026-08; 2026-09-01] Ada moved. (topics/x.md#^1f90f631)\n\n"
                        + "[2026-08; 2026-09-01] Bo stayed. (topics/x.md#^1f90f631)");
    }

    @Test
    void shows_a_turn_with_date_and_speaker() {
        assertThat(Paragraph.ofTurn("2026-08-10", "Ada", "Hello", "local/s/t").render())
                .isEqualTo("[2026-08-10] Ada: Hello (local/s/t)");
        assertThat(Paragraph.ofTurn("", "user", "Hello", "local/s/t").render()).isEqualTo("user: Hello (local/s/t)");
    }

    @Test
    void is_empty_when_nothing_is_found_or_fits() {
        assertThat(RecallText.of(answer(Map.of()), 1_000)).isEmpty();
        assertThat(RecallText.of(answer(Map.of(), block("Ada moved to Rome.")), 3))
                .isEmpty();
    }

    @Test
    void shows_the_passage_around_the_best_match_of_a_long_block() {
        String filler = "Nothing of interest happened on that day at all. ".repeat(60);
        String text = filler + "The budget is fifty thousand. " + filler;
        String shown = RecallText.of(answer(Map.of("budget", 3.0), block(text)), 120);
        assertThat(shown)
                .contains("The budget is fifty thousand.")
                .startsWith("[2026-08; 2026-09-01] …")
                .endsWith("… (topics/x.md#^1f90f631)");
        assertThat(tokens(shown)).isBetween(60, 120);
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 45, 60, 100, 333})
    void stays_within_the_tokens_and_cuts_between_graphemes(int budget) {
        for (String grapheme : List.of("👨‍👩‍👧‍👦", "预", "e\u0301", "😀")) {
            String shown = RecallText.of(answer(Map.of(), block(grapheme.repeat(500))), budget);
            assertThat(tokens(shown)).isLessThanOrEqualTo(budget);
            assertThat(shown.getBytes(StandardCharsets.UTF_8)).doesNotContain((byte) '?');
            String words = shown.replaceAll("^\\[.*?\\] ", "")
                    .replaceAll(" \\(topics.*", "")
                    .replace("…", "");
            assertThat(words.length() % grapheme.length()).isZero();
        }
    }

    /** Row 51: what a block opens ends with the block. */
    @Test
    void closes_open_direction_controls() {
        assertThat(block("a \u202Eb").paragraph().render()).contains("a \u202Eb\u202C (");
        assertThat(block("a \u2067b\u202Ac").paragraph().render()).contains("b\u202Ac\u202C\u2069 (");
        assertThat(block("a \u202Eb\u202C").paragraph().render()).contains("b\u202C (");
        assertThat(block("\u2067 \u202E x \u2069").paragraph().render()).contains("x \u2069 (");
        assertThat(block("می‌خواهم 👨‍👩‍👧").paragraph().render()).contains("می‌خواهم 👨‍👩‍👧 (");
    }

    @Test
    void leaves_no_blank_line_inside_a_paragraph() {
        assertThat(block("one\n\n \ntwo\n").paragraph().render()).contains("one\ntwo (");
    }
}
