package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.RecentEvent;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the latest blocks. */
@Command(name = "recent", description = "Print the latest blocks, newest first.")
final class RecentVerb extends Verb {
    @Option(names = "--limit", paramLabel = "N", defaultValue = "20", description = "How many at most.")
    private int limit;

    @Override
    int run(Output output) {
        if (limit < 1) {
            throw new UsageException("--limit " + limit + ": expected a positive number");
        }
        try (LocalMemoryBackend backend = openExisting()) {
            List<RecentEvent> events = backend.workspace().read().recent(limit);
            if (output.json()) {
                output.document(json(events));
                return ExitCode.DONE;
            }
            for (RecentEvent event : events) {
                output.text(String.format(
                        "%-10s  %s#^%s",
                        event.when().orElse("undated"), event.path(), event.id().value()));
                output.wrapped(event.text(), " ".repeat(12));
            }
            if (events.isEmpty()) {
                output.note("there are no blocks yet");
            }
        }
        return ExitCode.DONE;
    }

    private static JsonObject json(List<RecentEvent> events) {
        List<JsonObject> list = new ArrayList<>();
        for (RecentEvent event : events) {
            list.add(new JsonObject()
                    .put("id", event.id().value())
                    .put("when", event.when())
                    .put("path", event.path().value())
                    .put("headings", event.headings())
                    .put("text", event.text()));
        }
        return new JsonObject().put("events", list);
    }
}
