package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tells why a query finds a block, or does not. */
@Command(name = "explain", description = "Say why a block is, or is not, among the hits of a query.")
final class ExplainVerb extends Verb {
    private static final int USUAL_LIMIT = 8;

    @Mixin
    private QueryOptions options = new QueryOptions();

    @Option(names = "--expect", required = true, paramLabel = "ID", description = "The block's id, with or without ^.")
    private String expected = "";

    @Override
    int run(Output output) {
        if (!options.given()) {
            throw new UsageException("explain takes the QUERY whose hits it is about");
        }
        BlockId block = BlockArguments.parse(expected);
        MemoryQuery query = options.query(USUAL_LIMIT);
        try (LocalMemoryBackend backend = openExisting()) {
            // A block that is not there is refused: nothing could find it.
            backend.workspace().read().block(block);
            List<String> lines =
                    backend.workspace().read().explain(query, block).lines().toList();
            if (output.json()) {
                output.document(new JsonObject().put("id", block.value()).put("explanation", lines));
            } else {
                lines.forEach(output::text);
            }
        }
        return ExitCode.DONE;
    }
}
