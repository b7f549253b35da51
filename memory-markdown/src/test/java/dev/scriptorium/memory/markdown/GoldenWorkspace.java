package dev.scriptorium.memory.markdown;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.view.CreationOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The workspace that the reference wrote, and what it derives from it. */
public final class GoldenWorkspace {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final Path WORKSPACE = GOLDEN.resolve("workspace");

    private GoldenWorkspace() {}

    public static byte[] bytes(String workspacePath) {
        return readBytes(WORKSPACE.resolve(workspacePath));
    }

    public static String text(String workspacePath) {
        return utf8(bytes(workspacePath));
    }

    public static String expected(String name) {
        return utf8(readBytes(GOLDEN.resolve("expected").resolve(name)));
    }

    public static JsonNode expectedJson(String name) {
        return json(expected(name));
    }

    /** Workspace paths of the files below a directory, in path order. */
    public static List<String> files(String directory) {
        try (Stream<Path> walk = Files.walk(WORKSPACE.resolve(directory))) {
            return walk.filter(Files::isRegularFile)
                    .map(file -> WORKSPACE.relativize(file).toString().replace('\\', '/'))
                    .sorted(PathOrder.BY_COMPONENT)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static SourceIndex sources() {
        return SourceIndex.of(files("sources").stream()
                .map(path -> ParsedArchive.read(path, bytes(path)))
                .toList());
    }

    public static Topic topic(String path) {
        return TopicParser.parse(new TopicPath(path), text(path));
    }

    /** All records, in parse order. */
    public static List<MemoryRecord> records() {
        SourceIndex sources = sources();
        List<MemoryRecord> records = new ArrayList<>();
        files("topics").forEach(path -> records.addAll(RecordReader.read(topic(path), sources)));
        return records;
    }

    public static CreationOrder creationOrder() {
        Map<BlockId, Integer> numbers = new HashMap<>();
        json(text(".scriptorium/runtime.json"))
                .get("creation_order")
                .properties()
                .forEach(entry -> numbers.put(
                        new BlockId(entry.getKey()), entry.getValue().intValue()));
        return CreationOrder.of(numbers);
    }

    /** Every file below a directory with its text. */
    public static SortedMap<String, String> texts(String directory) {
        SortedMap<String, String> texts = new TreeMap<>(PathOrder.BY_COMPONENT);
        files(directory).forEach(path -> texts.put(path, text(path)));
        return texts;
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] readBytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
