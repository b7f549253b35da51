package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How large a request of a model may be. Files and editors have the limits of a topic only (D10), so their requests do
 * not come this way.
 *
 * @since 0.1
 */
public final class RequestLimits {
    private static final int ITEMS = 64;
    private static final int BYTES = 512_000;
    private static final int SOURCE_BYTES = 256_000;

    private RequestLimits() {}

    /**
     * Structured changes, as plain values: how many, and the bytes of all strings in them.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when it is too large
     */
    public static void checkChanges(@Nullable Object plain) {
        if (plain instanceof List<?> items) {
            count("memory_changes", items.size());
        }
        Deque<Object> open = new ArrayDeque<>();
        push(open, plain);
        long bytes = 0;
        while (!open.isEmpty()) {
            Object value = open.pop();
            if (value instanceof String text) {
                bytes += Utf8Text.length(text);
            } else if (value instanceof Map<?, ?> map) {
                map.values().forEach(inner -> push(open, inner));
            } else if (value instanceof Collection<?> list) {
                list.forEach(inner -> push(open, inner));
            }
        }
        bytes("memory_changes", bytes, BYTES);
    }

    private static void push(Deque<Object> open, @Nullable Object value) {
        if (value != null) {
            open.push(value);
        }
    }

    /**
     * Whole files: how many, and the bytes of paths and contents.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when it is too large
     */
    public static void checkFiles(List<FileChange> files) {
        count("changes", files.size());
        long bytes = 0;
        for (FileChange file : files) {
            bytes += Utf8Text.length(file.path().value())
                    + file.content().map(Utf8Text::length).orElse(0L);
        }
        bytes("changes", bytes, BYTES);
    }

    /**
     * A patch.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when it is too large
     */
    public static void checkPatch(String patch) {
        bytes("patch", Utf8Text.length(patch), BYTES);
    }

    /**
     * Declared sources: how many, and the bytes of their contents.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when it is too large
     */
    public static void checkSources(List<DeclaredSource> sources) {
        count("sources", sources.size());
        bytes(
                "sources",
                sources.stream()
                        .mapToLong(source -> Utf8Text.length(source.content()))
                        .sum(),
                SOURCE_BYTES);
    }

    private static void count(String what, int items) {
        if (items > ITEMS) {
            throw Refusal.invalid(what + ": " + items + " items, more than " + ITEMS);
        }
    }

    private static void bytes(String what, long bytes, int most) {
        if (bytes > most) {
            throw Refusal.invalid(what + ": " + bytes + " bytes, more than " + most);
        }
    }
}
