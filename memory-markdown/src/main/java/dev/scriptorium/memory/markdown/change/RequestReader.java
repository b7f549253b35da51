package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.MemoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads from plain values what requests hold besides structured changes: whole files, and the sources declared.
 *
 * @since 0.1
 */
public final class RequestReader {
    private static final Set<String> FILE = Set.of("path", "action", "content");

    private RequestReader() {}

    /**
     * Reads {@code changes}: whole files.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT}, {@code PATH_OUTSIDE_WORKSPACE} or {@code READ_ONLY_PATH}
     */
    public static List<FileChange> files(@Nullable Object plain) {
        List<FileChange> files = new ArrayList<>();
        for (PlainObject item : PlainObject.list("changes", plain)) {
            item.only(FILE);
            String path = item.text("path");
            String action = item.text("action");
            files.add(
                    switch (action) {
                        case "write" -> {
                            String content = item.text("content");
                            yield item.make(() -> FileChange.write(path, content));
                        }
                        case "delete" -> {
                            if (item.given("content")) {
                                throw Refusal.invalid(item.where() + ": a deletion has no content");
                            }
                            yield item.make(() -> FileChange.delete(path));
                        }
                        default ->
                            throw Refusal.invalid(
                                    item.where() + ".action: expected write or delete; found " + Refusal.shown(action));
                    });
        }
        return files;
    }

    /**
     * Reads {@code sources}. Keys that are not ours are ignored: trust and speaker come from the host.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT}
     */
    public static List<DeclaredSource> sources(@Nullable Object plain) {
        if (plain instanceof List<?> none && none.isEmpty()) {
            return List.of();
        }
        List<DeclaredSource> sources = new ArrayList<>();
        for (PlainObject item : PlainObject.list("sources", plain)) {
            String label = item.text("label");
            String role = item.text("role");
            String content = item.text("content");
            String observed = item.given("observed_at") ? item.text("observed_at") : "";
            if (item.given("observed_at") && observed.isBlank()) {
                throw Refusal.invalid(item.where() + ".observed_at: expected an ISO 8601 time; found nothing");
            }
            sources.add(item.make(() -> new DeclaredSource(label, role, content, observed)));
        }
        return sources;
    }
}
