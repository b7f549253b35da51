package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.SearchResult;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds blocks and archived turns. */
@Command(name = "search", description = "Find blocks and archived turns, with the words they rest on.")
final class SearchVerb extends Verb {
    private static final int USUAL_LIMIT = 8;

    @Mixin
    private QueryOptions options = new QueryOptions();

    @Option(names = "--explain", description = "Say why each hit was found.")
    private boolean explain;

    @Option(
            names = "--queries",
            paramLabel = "FILE",
            description = "One query a line ({\"id\",\"text\"} and more), one answer a line.")
    private @Nullable Path queries;

    @Override
    int run(Output output) {
        if (options.given() == (queries != null)) {
            throw new UsageException("search takes either QUERY or --queries FILE");
        }
        if (queries != null) {
            return answer(queries, output);
        }
        MemoryQuery query = options.query(USUAL_LIMIT);
        try (LocalMemoryBackend backend = openExisting()) {
            SearchResult result = backend.workspace().read().search(query, explain);
            if (output.json()) {
                output.document(SearchAnswers.json(result, explain, new JsonObject()));
            } else {
                SearchAnswers.print(result, explain, output);
                if (result.hits().isEmpty()) {
                    output.note("nothing fits");
                }
            }
        }
        return ExitCode.DONE;
    }

    private int answer(Path file, Output output) {
        List<QueryFile.Query> all = QueryFile.read(file, USUAL_LIMIT, output);
        try (LocalMemoryBackend backend = openExisting()) {
            for (QueryFile.Query query : all) {
                SearchResult result = backend.workspace().read().search(query.query(), explain);
                output.compact(SearchAnswers.json(result, explain, new JsonObject().put("id", query.id())));
            }
        }
        return ExitCode.DONE;
    }
}
