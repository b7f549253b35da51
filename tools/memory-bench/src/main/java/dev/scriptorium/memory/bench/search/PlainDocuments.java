package dev.scriptorium.memory.bench.search;

import dev.scriptorium.memory.markdown.source.SourceArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a workspace holds, as anybody would give it to a search engine: a document each block and each archived turn. */
final class PlainDocuments {
    private static final Pattern MARKS = Pattern.compile("\\[\\^[^\\]]*\\]| \\^[0-9a-f]{8}$", Pattern.MULTILINE);

    private PlainDocuments() {}

    /** Takes documents, file by file. */
    interface Sink {
        void add(String file, boolean turn, String text) throws IOException;
    }

    /** Reads a workspace that {@code gen} made; one file is in memory at a time. */
    static void each(Path root, Sink sink) throws IOException {
        for (Path file : files(root.resolve("topics"))) {
            String path = path(root, file);
            for (String text : blocks(Files.readString(file))) {
                sink.add(path, false, text);
            }
        }
        for (Path file : files(root.resolve("sources"))) {
            String path = path(root, file);
            List<String> turns = new ArrayList<>();
            SourceArchive.scan(path, Files.readAllBytes(file), frame -> turns.add(frame.content()));
            for (String turn : turns) {
                sink.add(path, true, turn);
            }
        }
    }

    /** The files below a directory that are Markdown, in order. */
    static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(file -> file.toString().endsWith(".md")).sorted().toList();
        }
    }

    /** The name of a file from the root. */
    static String path(Path root, Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    /** The blocks of a topic, without citations and ids. */
    static List<String> blocks(String topic) {
        List<String> blocks = new ArrayList<>();
        for (String paragraph : topic.split("\n\n", -1)) {
            String text = paragraph.strip();
            if (!text.isEmpty() && !text.startsWith("#") && !text.startsWith("[^")) {
                blocks.add(MARKS.matcher(text).replaceAll(""));
            }
        }
        return blocks;
    }

    /** How many bytes the files below a directory have. */
    static long bytes(Path directory) throws IOException {
        long bytes = 0;
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }
}
