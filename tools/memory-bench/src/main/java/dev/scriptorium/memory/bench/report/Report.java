package dev.scriptorium.memory.bench.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a bench found.
 *
 * @param document the same as JSON: maps, lists, strings, numbers, booleans
 * @param table the same for people, a line each
 * @param failure what makes the run an error although it has figures; empty when nothing does
 */
public record Report(Map<String, @Nullable Object> document, List<String> table, Optional<String> failure) {

    /** Copies what it is given; the keys keep their order. */
    public Report {
        document = Collections.unmodifiableMap(new LinkedHashMap<>(document));
        table = List.copyOf(table);
    }

    /** A run without fault. */
    public static Report of(Map<String, @Nullable Object> document, List<String> table) {
        return new Report(document, table, Optional.empty());
    }
}
