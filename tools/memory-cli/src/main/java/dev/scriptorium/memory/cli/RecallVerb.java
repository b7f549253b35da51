package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints what the memory would add to a turn. */
@Command(name = "recall", description = "Print what the memory adds before a turn, fenced; nothing when nothing fits.")
final class RecallVerb extends Verb {
    @Mixin
    private QueryOptions options = new QueryOptions();

    @Option(
            names = "--queries",
            paramLabel = "FILE",
            description = "One query a line ({\"id\",\"text\"} and more), one answer a line.")
    private @Nullable Path queries;

    @Override
    int run(Output output) {
        if (options.given() == (queries != null)) {
            throw new UsageException("recall takes either QUERY or --queries FILE");
        }
        int usualLimit = config(MemoryListener.none()).recallLimit();
        List<QueryFile.Query> all = queries == null
                ? List.of(new QueryFile.Query("", options.query(usualLimit)))
                : QueryFile.read(queries, usualLimit, output);
        try (LocalMemoryBackend backend = openExisting()) {
            // A search on request brings the index up to date; the hook would spend its short time on that.
            backend.workspace()
                    .read()
                    .search(MemoryQuery.builder("memory").limit(1).build(), false);
            for (QueryFile.Query query : all) {
                String text = backend.search(query.query()).orElse("");
                if (queries != null) {
                    output.compact(new JsonObject().put("id", query.id()).put("text", text));
                } else if (output.json()) {
                    output.document(new JsonObject().put("text", text));
                } else {
                    output.verbatim(text);
                }
            }
        }
        return ExitCode.DONE;
    }
}
