package dev.scriptorium.memory.local.git;

import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One commit as a person would list it.
 *
 * @param id its id, 40 hex digits
 * @param parents the commits before it; more than one for a merge
 * @param at when it was committed
 * @param author name and address, as {@code Name <address>}
 * @param message what it says, without its trailers
 * @param trailers the {@code Key: value} lines that end it, in order; of several with one key the last
 * @param changedPaths the files that differ from its first parent
 * @since 0.1
 */
public record CommitSummary(
        String id,
        List<String> parents,
        OffsetDateTime at,
        String author,
        String message,
        Map<String, String> trailers,
        SortedSet<String> changedPaths) {

    /** Copies the collections. */
    public CommitSummary {
        parents = List.copyOf(parents);
        trailers = Collections.unmodifiableMap(new LinkedHashMap<>(trailers));
        changedPaths = Collections.unmodifiableSortedSet(new TreeSet<>(changedPaths));
    }

    /** The operation that made it; empty for a commit of a person. */
    public Optional<String> operation() {
        return Optional.ofNullable(trailers.get(CommitDraft.OPERATION));
    }

    /** On whose behalf it was made; empty for a commit of a person. */
    public Optional<String> caller() {
        return Optional.ofNullable(trailers.get(CommitDraft.CALLER));
    }
}
