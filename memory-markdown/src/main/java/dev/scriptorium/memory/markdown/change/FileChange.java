package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A whole file as somebody wants it: its text, or gone. Immutable.
 *
 * @since 0.1
 */
public final class FileChange {
    private final TopicPath path;
    private final @Nullable String content;

    private FileChange(TopicPath path, @Nullable String content) {
        this.path = path;
        this.content = content;
    }

    /**
     * A file with this text, whether it exists or not.
     *
     * @param path workspace path; {@code ./} and {@code //} are collapsed
     * @throws MemoryException {@code PATH_OUTSIDE_WORKSPACE} or {@code READ_ONLY_PATH}
     */
    public static FileChange write(String path, String content) {
        return new FileChange(ChangePaths.read(path), content);
    }

    /**
     * A file that exists, gone.
     *
     * @param path workspace path; {@code ./} and {@code //} are collapsed
     * @throws MemoryException {@code PATH_OUTSIDE_WORKSPACE} or {@code READ_ONLY_PATH}
     */
    public static FileChange delete(String path) {
        return new FileChange(ChangePaths.read(path), null);
    }

    /** The topic. */
    public TopicPath path() {
        return path;
    }

    /** The text; empty when the file is to go. */
    public Optional<String> content() {
        return Optional.ofNullable(content);
    }
}
