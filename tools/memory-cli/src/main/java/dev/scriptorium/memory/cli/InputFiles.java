package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.PathOrder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Files that a call hands over. */
final class InputFiles {
    private InputFiles() {}

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw invalid(file + " cannot be read: " + e.getClass().getSimpleName());
        }
    }

    static String text(Path file) {
        return decode(file.toString(), bytes(file));
    }

    /** Every file below a directory, by its path there. */
    static SortedMap<String, String> below(Path directory) {
        SortedMap<String, String> texts = new TreeMap<>(PathOrder.BY_COMPONENT);
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                StringBuilder path = new StringBuilder();
                directory
                        .relativize(file)
                        .forEach(part ->
                                path.append(path.length() == 0 ? "" : "/").append(part));
                texts.put(path.toString(), decode(path.toString(), bytes(file)));
            }
        } catch (IOException e) {
            throw invalid(directory + " cannot be read: " + e.getClass().getSimpleName());
        }
        return texts;
    }

    private static String decode(String path, byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        try {
            return decoder.decode(in).toString();
        } catch (CharacterCodingException e) {
            throw new MemoryException(
                    ErrorCode.INVALID_TOPIC_FORMAT,
                    path + " is not UTF-8",
                    List.of(new Violation(
                            path,
                            0,
                            "encoding",
                            "UTF-8 text without NUL",
                            "bytes that are not UTF-8 from offset " + in.position(),
                            "save the file as UTF-8")));
        }
    }

    static MemoryException invalid(String message) {
        return new MemoryException(ErrorCode.INVALID_ARGUMENT, message);
    }
}
