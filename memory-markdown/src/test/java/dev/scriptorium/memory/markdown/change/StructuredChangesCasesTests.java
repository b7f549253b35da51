package dev.scriptorium.memory.markdown.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class StructuredChangesCasesTests {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TestFactory
    Stream<DynamicTest> everyCaseGivesItsBytesAndIdsOrItsCode() throws IOException {
        JsonNode cases;
        try (InputStream in = StructuredChangesCasesTests.class.getResourceAsStream("/cases/structured-changes.json")) {
            cases = JSON.readTree(in).get("cases");
        }
        assertThat(cases).hasSizeGreaterThanOrEqualTo(46);
        return StreamSupport.stream(cases.spliterator(), false)
                .map(one -> DynamicTest.dynamicTest(one.get("name").asText(), () -> check(one)));
    }

    private static void check(JsonNode one) {
        TopicTree base = Topics.tree(strings(one.get("base")));
        Object changes = JSON.convertValue(one.get("memory_changes"), Object.class);
        if (one.get("ok").asBoolean()) {
            Update update = Update.of(base, changes);
            assertThat(Topics.texts(update.after())).isEqualTo(strings(one.get("after")));
            assertThat(shown(update.edit().blockIds())).isEqualTo(strings(one.get("block_ids")));
            assertThat(shown(update.edit().evidenceIds())).isEqualTo(strings(one.get("evidence_ids")));
        } else {
            MemoryException refused = catchThrowableOfType(MemoryException.class, () -> Update.of(base, changes));
            assertThat(refused).isNotNull();
            assertThat(refused.code().name()).isEqualTo(one.get("code").asText());
            assertThat(refused.getMessage()).isNotBlank();
        }
    }

    private static Map<String, String> strings(JsonNode node) {
        Map<String, String> strings = new TreeMap<>();
        node.properties()
                .forEach(entry -> strings.put(entry.getKey(), entry.getValue().asText()));
        return strings;
    }

    private static Map<String, String> shown(Map<String, ?> ids) {
        Map<String, String> strings = new TreeMap<>();
        ids.forEach((key, id) -> strings.put(key, id.toString()));
        return strings;
    }
}
