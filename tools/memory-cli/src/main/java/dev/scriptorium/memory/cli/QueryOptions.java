package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.recall.DateRange;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A query on the command line. */
final class QueryOptions {
    @Parameters(arity = "0..*", paramLabel = "QUERY", description = "The words to look for.")
    private List<String> words = new ArrayList<>();

    @Option(names = "--limit", paramLabel = "N", description = "How many hits at most.")
    private @Nullable Integer limit;

    @Option(names = "--corpus", paramLabel = "WHERE", description = "topics, sources or all.")
    private @Nullable String corpus;

    @Option(names = "--path", paramLabel = "P", description = "Only paths that begin so.")
    private @Nullable String path;

    @Option(names = "--from", paramLabel = "D", description = "First date: YYYY, YYYY-MM or YYYY-MM-DD.")
    private @Nullable String from;

    @Option(names = "--to", paramLabel = "D", description = "Last date.")
    private @Nullable String to;

    @Option(names = "--speaker", paramLabel = "S", description = "Only turns of this speaker, by id or name.")
    private @Nullable String speaker;

    @Option(names = "--no-floor", description = "Also hits of little relevance.")
    private boolean noFloor;

    /** Whether there are words to look for. */
    boolean given() {
        return !words.isEmpty();
    }

    /** The query; {@code usualLimit} counts where the caller does not say. */
    MemoryQuery query(int usualLimit) {
        int most = limit == null ? usualLimit : limit;
        if (most < 1) {
            throw new UsageException("--limit " + most + ": expected a positive number");
        }
        try {
            return MemoryQuery.builder(String.join(" ", words))
                    .limit(most)
                    .corpus(QueryFile.corpus(corpus))
                    .pathPrefix(path)
                    .dates(DateRange.between(from, to))
                    .speaker(speaker)
                    .floor(!noFloor)
                    .build();
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }
}
