package dev.scriptorium.memory.cli.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTests {

    private static JsonObject read(String text) throws JsonProblem {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Json.object(bytes, 0, bytes.length);
    }

    @Test
    void whatIsReadIsWrittenTheSame() throws JsonProblem {
        String text = "{\"a\":[1,2.5,null,true,{\"b\":\"é\\n\\u0000\"}],\"c\":false,\"d\":12345678901234567890}";

        assertThat(Json.compact(read(text))).isEqualTo(text);
    }

    @Test
    void halfCharactersSurvive() throws JsonProblem {
        String text = "{\"a\":\"x\\ud83d y\\ude00 \uD83D\uDE00\"}";

        assertThat(read(text).get("a")).isEqualTo("x\uD83D y\uDE00 \uD83D\uDE00");
        assertThat(Json.compact(read(text))).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{",
                "{\"a\":1",
                "{\"a\":}",
                "{} {}",
                "{\"a\":1,\"a\":2}",
                "nul",
                "{'a':1}",
                "{\"a\":\"\n\"}"
            })
    void anythingButOneObjectIsAProblem(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(JsonProblem.class)
                .message()
                .isNotBlank()
                .doesNotContain("\n");
    }

    @Test
    void fieldsCanBeLeftOutButNotTheirSyntax() throws JsonProblem {
        byte[] bytes = "{\"text\":\"long\",\"id\":\"1\"}".getBytes(StandardCharsets.UTF_8);
        assertThat(Json.object(bytes, 0, bytes.length, Set.of("text")).keys()).containsExactly("id");

        byte[] spoilt = "{\"text\":\"lo\\qng\"}".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> Json.object(spoilt, 0, spoilt.length, Set.of("text")))
                .isInstanceOf(JsonProblem.class);
    }

    @Test
    void prettyTextEndsItsLinesWithLfEverywhere() {
        JsonObject object = new JsonObject().put("a", List.of(1)).put("b", null);

        assertThat(Json.pretty(object)).isEqualTo("{\n  \"a\" : [\n    1\n  ],\n  \"b\" : null\n}");
    }

    @Test
    void linesEndAtLfAndNowhereElse() throws IOException {
        byte[] bytes = "one\u2028\u0085\r\n\nthree".getBytes(StandardCharsets.UTF_8);
        List<String> lines = new ArrayList<>();
        List<Long> offsets = new ArrayList<>();
        try (LineReader reader = new LineReader(new ByteArrayInputStream(bytes), 0)) {
            while (reader.next()) {
                lines.add(new String(reader.bytes(), reader.start(), reader.length(), StandardCharsets.UTF_8));
                offsets.add(reader.offset());
                assertThat(reader.number()).isEqualTo(lines.size());
                assertThat(reader.terminated()).isEqualTo(lines.size() < 3);
            }
        }

        assertThat(lines).containsExactly("one\u2028\u0085\r", "", "three");
        assertThat(offsets).containsExactly(0L, 10L, 11L);
    }

    @Test
    void linesLongerThanTheBufferAreWhole() throws IOException {
        String line = "x".repeat(300_000);
        byte[] bytes = (line + "\n" + line + "\nend\n").getBytes(StandardCharsets.UTF_8);
        List<Integer> lengths = new ArrayList<>();
        try (LineReader reader = new LineReader(new ByteArrayInputStream(bytes), 0)) {
            while (reader.next()) {
                lengths.add(reader.length());
            }
        }

        assertThat(lengths).containsExactly(300_000, 300_000, 3);
    }
}
