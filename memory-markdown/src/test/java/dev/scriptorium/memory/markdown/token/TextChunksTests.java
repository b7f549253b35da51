package dev.scriptorium.memory.markdown.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextChunksTests {

    private static List<String> chunks(String text) {
        List<String> chunks = new ArrayList<>();
        for (int from = 0; from < text.length(); ) {
            int end = TextChunks.end(text, from);
            chunks.add(text.substring(from, end));
            from = end;
        }
        return chunks;
    }

    @Test
    void upToFourKilobytesAreOneChunk() {
        assertThat(chunks("a ".repeat(2048))).hasSize(1);
        assertThat(chunks("a ".repeat(2048) + "a")).hasSize(2);
        assertThat(chunks("成".repeat(1365) + "x")).hasSize(1);
        assertThat(chunks("成".repeat(1366))).hasSize(2);
    }

    @Test
    void aChunkEndsAfterAWordThenBeforeSpaceThenAnywhere() {
        assertThat(chunks("word ".repeat(1000)).get(1)).startsWith(" word");
        assertThat(chunks("成本。\n".repeat(1000)).get(1)).startsWith("\n成本。");
        assertThat(chunks("x".repeat(5000)).get(0)).hasSize(4096);
        assertThat(chunks("x" + "👩‍👩‍👧".repeat(1000)).get(1)).startsWith("👩‍👩‍👧");
    }

    @Test
    void chunksJoinToTheTextAndKeepTheirSize() {
        for (String unit :
                List.of("a", "😀", "\uD800", "\uDC00", "e\u0301", "\n", " ", "ab ", "🇵🇹", "\u200D", "成\u0301")) {
            String text = unit.repeat(9000);
            List<String> chunks = chunks(text);

            assertThat(String.join("", chunks)).isEqualTo(text);
            assertThat(chunks)
                    .allSatisfy(chunk -> assertThat(TextChunks.bytes(chunk)).isLessThanOrEqualTo(TextChunks.MAX_BYTES));
            assertThat(chunks).hasSizeLessThan((int) (TextChunks.bytes(text) / 3000) + 2);
        }
    }
}
