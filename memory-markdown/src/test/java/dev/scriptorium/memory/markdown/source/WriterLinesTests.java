package dev.scriptorium.memory.markdown.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.GoldenWorkspace;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WriterLinesTests {
    private static final SourceRef REF = new SourceRef("a/b/c");

    private static String content(String text) {
        String line = WriterLines.line(REF, "user", text);
        String before = "{\"ref\":\"a/b/c\",\"speaker\":\"user\",\"content\":\"";
        assertThat(line).startsWith(before).endsWith("\"}");
        return line.substring(before.length(), line.length() - 2);
    }

    @Test
    void theInputOfTheReferenceIsReproduced() {
        String lines = Stream.of("sources/openprogram/_v2/sess-alpha.md", "sources/openprogram/_v2/team%20chat.md")
                .flatMap(path -> SourceArchive.read(path, GoldenWorkspace.bytes(path)).frames().stream())
                .filter(frame -> frame.trust() == Trust.TRUSTED)
                .map(frame -> WriterLines.line(frame) + "\n")
                .collect(Collectors.joining());

        assertThat(lines).isEqualTo(GoldenWorkspace.expected("writer-input.jsonl"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a\u2028b | a\\u2028b",
                "a\u2029b | a\\u2029b",
                "a\u0085b | a\\u0085b",
                "a\u200Bb | a\\u200bb",
                "a\u202Eb | a\\u202eb",
                "a\u00ADb | a\\u00adb",
                "a\u007Fb | a\\u007fb",
                "a\uFEFFb | a\\ufeffb",
                "\u200Da | \\u200da",
                "a\u200Cb | a\\u200cb",
                "é\u200D\u200Dé | é\\u200d\\u200dé",
                "é \u200Dé | é \\u200dé",
                "é\u200D | é\\u200d",
            })
    void whatCannotBeSeenIsEscaped(String text, String escaped) {
        assertThat(content(text)).isEqualTo(escaped);
    }

    @Test
    void tagCharactersAreEscaped() {
        assertThat(content("x\uDB40\uDC61y")).isEqualTo("x\\udb40\\udc61y");
    }

    @ParameterizedTest
    @ValueSource(strings = {"👩‍👩‍👧‍👦", "❤️‍🔥", "👨🏽‍💻", "می‌خواهم", "क्‍ष", "क्‌ष", "PDF‌ها", "成本 é 😀"})
    void joinersThatJoinStay(String text) {
        assertThat(content(text)).isEqualTo(text);
    }

    @Test
    void everyLineIsJsonThatGivesTheWordsBack() throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        for (int seed = 0; seed < 300; seed++) {
            String text = new HostileFrames(seed).content();
            String line = WriterLines.line(REF, "成 \"x\"", text);

            assertThat(line.split("[\n\r\u000B\f\u0085\u2028\u2029\u001C-\u001E]", -1))
                    .hasSize(1);
            JsonNode node = mapper.readTree(line);
            assertThat(node.get("content").asText()).isEqualTo(text);
            assertThat(node.get("speaker").asText()).isEqualTo("成 \"x\"");
        }
    }
}
