package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.recall.MemoryHit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a search found. Immutable.
 *
 * @since 0.1
 */
public final class SearchResult {
    private final List<MemoryHit> hits;
    private final @Nullable String narrowedTo;

    SearchResult(List<MemoryHit> hits, @Nullable String narrowedTo) {
        this.hits = List.copyOf(hits);
        this.narrowedTo = narrowedTo;
    }

    /** Best first. */
    public List<MemoryHit> hits() {
        return hits;
    }

    /** What the answer was narrowed to, such as {@code sources} for a query with a speaker. */
    public Optional<String> narrowedTo() {
        return Optional.ofNullable(narrowedTo);
    }
}
