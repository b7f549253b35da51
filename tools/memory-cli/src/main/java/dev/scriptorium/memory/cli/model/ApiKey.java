package dev.scriptorium.memory.cli.model;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** What a vendor knows its customer by. Nothing prints it: no message, no {@link #toString}. Immutable. */
public final class ApiKey {
    private static final int LONGEST = 4_096;

    private final String text;

    private ApiKey(String text) {
        this.text = text;
    }

    /**
     * A key.
     *
     * @param place where it was found, for the message
     * @throws IllegalArgumentException when it is none, naming the place and not the text
     */
    public static ApiKey of(String text, String place) {
        String key = text.strip();
        if (key.isEmpty() || key.length() > LONGEST || key.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new IllegalArgumentException(place + ": expected a key, one word of ASCII, found "
                    + (key.isEmpty() ? "nothing" : "something else"));
        }
        return new ApiKey(key);
    }

    /**
     * The key that a file holds, and nothing else.
     *
     * @throws IllegalArgumentException when the file cannot be read or holds none
     */
    public static ApiKey ofFile(Path file) {
        try {
            if (Files.size(file) > LONGEST) {
                throw new IllegalArgumentException(
                        file + ": expected a key, found a file of " + Files.size(file) + " bytes");
            }
            return of(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1), file.toString());
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + ": the key cannot be read, there is no such file", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + ": the key cannot be read; expected a file that you may read", e);
        }
    }

    String text() {
        return text;
    }

    @Override
    public String toString() {
        return "a key";
    }
}
