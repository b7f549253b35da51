package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.MemoryRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists blocks as other programs refer to them. */
@Command(name = "refs", description = "List blocks as other programs refer to them; with --json, an array.")
final class RefsVerb extends Verb {
    private static final int MOST = 500;

    @Parameters(
            paramLabel = "TEXT",
            arity = "0..1",
            description = "Only blocks whose words, topic or id contain it, whatever the case.")
    private @Nullable String text;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "500", description = "How many at most, up to 500.")
    private int limit;

    @Override
    int run(Output output) {
        if (limit < 1 || limit > MOST) {
            throw new UsageException("--limit " + limit + ": expected a number from 1 to " + MOST);
        }
        try (LocalMemoryBackend backend = openExisting()) {
            List<MemoryRef> refs = backend.workspace().read().refs(Optional.ofNullable(text), limit);
            if (output.json()) {
                output.array(json(refs));
                return ExitCode.DONE;
            }
            for (MemoryRef ref : refs) {
                output.text(String.format("%-10s  %s#^%s", ref.when().orElse("undated"), ref.path(), ref.id()));
                output.wrapped(ref.content(), " ".repeat(12));
            }
            if (refs.isEmpty()) {
                output.note(text == null ? "there are no blocks yet" : "no block contains \"" + text + "\"");
            } else if (refs.size() == limit) {
                output.note("there may be more; give a TEXT");
            }
        }
        return ExitCode.DONE;
    }

    /** The form that schedulers of older programs know: topic paths from {@code topics/} on. */
    private static List<JsonObject> json(List<MemoryRef> refs) {
        List<JsonObject> list = new ArrayList<>();
        for (MemoryRef ref : refs) {
            list.add(new JsonObject()
                    .put("workspace_id", ref.workspace().value())
                    .put("memory_id", ref.id().value())
                    .put("topic_path", ref.path().value().substring(TopicPath.ROOT.length()))
                    .put("content", ref.content())
                    .put("when", ref.when()));
        }
        return list;
    }
}
