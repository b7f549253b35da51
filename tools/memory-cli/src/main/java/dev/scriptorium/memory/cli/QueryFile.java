package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.DateRange;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.cli.json.Json;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.cli.json.JsonProblem;
import dev.scriptorium.memory.cli.json.LineReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queries in a file, one JSON object a line. All are read before the first is asked. */
final class QueryFile {
    private static final Set<String> KEYS =
            Set.of("id", "text", "limit", "corpus", "path", "from", "to", "speaker", "floor");

    private final Path file;
    private final int limit;
    private final Output output;
    private final Set<String> unknown = new HashSet<>();

    private QueryFile(Path file, int limit, Output output) {
        this.file = file;
        this.limit = limit;
        this.output = output;
    }

    /**
     * A query of the file.
     *
     * @param id what the answer shall be called: a string or a number
     */
    record Query(Object id, MemoryQuery query) {}

    /**
     * Reads a file.
     *
     * @param limit hits asked for where the line does not say
     * @throws MemoryException naming the first line that is not a query
     */
    static List<Query> read(Path file, int limit, Output output) {
        return new QueryFile(file, limit, output).read();
    }

    private List<Query> read() {
        List<Query> queries = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            throw new MemoryException(ErrorCode.INVALID_ARGUMENT, "--queries: there is no file " + file);
        }
        try (LineReader lines = new LineReader(Files.newInputStream(file), 0)) {
            while (lines.next()) {
                try {
                    JsonObject line = Json.object(lines.bytes(), lines.start(), lines.length());
                    noteUnknown(line, lines.number());
                    queries.add(query(line));
                } catch (JsonProblem e) {
                    throw refusal(
                            lines.number(),
                            "a JSON object such as {\"id\":\"1\",\"text\":\"…\"}",
                            String.valueOf(e.getMessage()));
                } catch (IllegalArgumentException e) {
                    throw refusal(lines.number(), "a query", String.valueOf(e.getMessage()));
                }
            }
        } catch (IOException e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "cannot read " + file + ": " + e.getMessage(), e);
        }
        return queries;
    }

    private Query query(JsonObject line) {
        Object id = line.get("id");
        if (!(id instanceof String || id instanceof Number)) {
            throw new IllegalArgumentException("no \"id\"");
        }
        String text = text(line, "text");
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException("no \"text\" to look for");
        }
        return new Query(
                id,
                MemoryQuery.builder(text)
                        .limit(limit(line))
                        .corpus(corpus(text(line, "corpus")))
                        .pathPrefix(text(line, "path"))
                        .dates(DateRange.between(text(line, "from"), text(line, "to")))
                        .speaker(text(line, "speaker"))
                        .floor(floor(line))
                        .build());
    }

    private int limit(JsonObject line) {
        Object value = line.get("limit");
        if (value == null) {
            return limit;
        }
        if (value instanceof Integer number && number > 0) {
            return number;
        }
        throw new IllegalArgumentException("\"limit\" " + Json.compact(value) + ", which is not a positive number");
    }

    private static boolean floor(JsonObject line) {
        Object value = line.get("floor");
        if (value == null || value instanceof Boolean) {
            return !Boolean.FALSE.equals(value);
        }
        throw new IllegalArgumentException("\"floor\" " + Json.compact(value) + ", which is not true or false");
    }

    private static @Nullable String text(JsonObject line, String key) {
        Object value = line.get(key);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw new IllegalArgumentException("\"" + key + "\" " + Json.compact(value) + ", which is not a text");
    }

    /** The corpus of this name; all of them where none is named. */
    static Corpus corpus(@Nullable String name) {
        if (name == null) {
            return Corpus.ALL;
        }
        for (Corpus corpus : Corpus.values()) {
            if (corpus.name().toLowerCase(Locale.ROOT).equals(name)) {
                return corpus;
            }
        }
        throw new IllegalArgumentException("corpus \"" + name + "\", which is none of topics, sources, all");
    }

    private void noteUnknown(JsonObject line, int number) {
        for (String key : line.keys()) {
            if (!KEYS.contains(key) && unknown.add(key)) {
                output.note(file + ", line " + number + ": unknown key \"" + key + "\" is ignored");
            }
        }
    }

    private MemoryException refusal(int line, String expected, String found) {
        Violation place = new Violation(
                file.toString(), line, "query-format", expected, found, "mend the line; nothing was asked");
        return new MemoryException(
                ErrorCode.INVALID_ARGUMENT,
                file + ", line " + line + ": expected " + expected + ", found " + found,
                List.of(place));
    }
}
