package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The names that topics have and may get. Two names that differ only in case or normal form are one, since they are on
 * some file systems.
 */
final class TopicNames {
    private static final String SUFFIX = ".md";
    private static final int LONGEST_STEM = 180;
    private static final int MOST_NUMBERS = 100_000;

    private final Map<String, TopicPath> taken = new HashMap<>();

    TopicNames(Stage stage) {
        stage.topics().forEach(path -> taken.putIfAbsent(path.folded(), path));
    }

    /** The topic of this name, however its case is spelled. */
    Optional<TopicPath> find(String path) {
        return Optional.ofNullable(taken.get(new TopicPath(path).folded()));
    }

    /** Takes a name for a new topic; empty when it is taken, or no name that every platform can hold. */
    Optional<TopicPath> claim(String path) {
        if (find(path).isPresent() || !isPortable(path)) {
            return Optional.empty();
        }
        TopicPath claimed = TopicPath.of(path);
        taken.put(claimed.folded(), claimed);
        return Optional.of(claimed);
    }

    /** Takes the next free number for a topic that goes on in another file: {@code ada-2.md}, {@code ada-3.md}. */
    TopicPath continuation(TopicPath path) {
        Optional<TopicPath> found = Optional.empty();
        for (int number = 2; found.isEmpty() && number < MOST_NUMBERS; number++) {
            found = claim(extended(path, Integer.toString(number)));
        }
        return found.orElseThrow(() -> new IllegalStateException("no name is left to continue " + path));
    }

    /** Whether every platform can hold a path. */
    static boolean isPortable(String path) {
        return new TopicPath(path).portabilityProblem().isEmpty();
    }

    /** The path of a topic that continues another: the name with a hyphen and something behind it. */
    static String extended(TopicPath path, String suffix) {
        String stem = stem(path);
        int slash = stem.lastIndexOf('/') + 1;
        String name = TopicPath.portable(stem.substring(slash));
        while (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_STEM) {
            name = name.substring(0, name.offsetByCodePoints(name.length(), -1));
        }
        return stem.substring(0, slash) + name + "-" + suffix + SUFFIX;
    }

    /** The path without its ending. */
    static String stem(TopicPath path) {
        return path.value().substring(0, path.value().length() - SUFFIX.length());
    }

    /** A file name near to a text, short enough for what is appended to it later. */
    static String portable(String text) {
        int end = text.codePointCount(0, text.length()) > 40 ? text.offsetByCodePoints(0, 40) : text.length();
        return TopicPath.portable(text.substring(0, end));
    }
}
