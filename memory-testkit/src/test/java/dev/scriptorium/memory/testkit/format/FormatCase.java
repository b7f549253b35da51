package dev.scriptorium.memory.testkit.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scriptorium.memory.testkit.workspace.ByteSnapshot;
import dev.scriptorium.memory.testkit.workspace.TemporaryWorkspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** One case of the format, in a workspace that holds its topics and the archive that all cases share. */
record FormatCase(String name, JsonNode node) {
    private static final Path RESOURCES = Path.of("src/test/resources");

    static Stream<FormatCase> all(String file) {
        try {
            JsonNode cases = new ObjectMapper()
                    .readTree(RESOURCES.resolve("cases").resolve(file).toFile())
                    .get("cases");
            return StreamSupport.stream(cases.spliterator(), false)
                    .map(one -> new FormatCase(one.get("name").asText(), one));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean accepted() {
        return node.get("ok").asBoolean();
    }

    boolean has(String key) {
        return node.has(key);
    }

    String text(String key) {
        return node.get(key).asText();
    }

    /** Texts by path; a file that is to go is left out. */
    Map<String, String> texts(String key) {
        Map<String, String> texts = new TreeMap<>();
        node.get(key).properties().stream()
                .filter(file -> !file.getValue().isNull())
                .forEach(file -> texts.put(file.getKey(), file.getValue().asText()));
        return texts;
    }

    /** Puts its topics and the archive on the disk, and opens the workspace, which leaves them as they are. */
    void open(TemporaryWorkspace memory) {
        try {
            write(memory, "sources/openprogram/_v2/s1.md", Files.readString(RESOURCES.resolve("golden/archive-s1.md")));
            for (Map.Entry<String, String> file : texts("base").entrySet()) {
                write(memory, file.getKey(), file.getValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        memory.open(settings -> settings.sourceNamespace("openprogram"));
        assertThat(memory.workspace().read().status().quarantined()).isEmpty();
        assertThat(topics(memory)).isEqualTo(texts("base"));
    }

    private static void write(TemporaryWorkspace memory, String path, String text) throws IOException {
        Path file = memory.directory().resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    /** Every file below the topics. */
    static Map<String, String> topics(TemporaryWorkspace memory) {
        ByteSnapshot now = memory.bytes().below("topics");
        Map<String, String> texts = new TreeMap<>();
        now.files().forEach(path -> texts.put(path, now.text(path)));
        return texts;
    }

    @Override
    public String toString() {
        return name;
    }
}
