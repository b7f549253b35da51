package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.recall.DateRange;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.TimelineEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what happened when. */
@Command(name = "timeline", description = "Print what happened when.")
final class TimelineVerb extends Verb {
    @Parameters(arity = "0..1", paramLabel = "DATE", description = "YYYY, YYYY-MM or YYYY-MM-DD.")
    private @Nullable String date;

    @Override
    int run(Output output) {
        if (date != null) {
            check(date);
        }
        try (LocalMemoryBackend backend = openExisting()) {
            List<TimelineEntry> entries = backend.workspace().read().timeline(Optional.ofNullable(date));
            if (output.json()) {
                output.document(json(entries));
                return ExitCode.DONE;
            }
            for (TimelineEntry entry : entries) {
                output.verbatim(entry.text());
                output.text("");
            }
            if (entries.isEmpty()) {
                output.note(date == null ? "nothing is dated" : "nothing is dated " + date);
            }
        }
        return ExitCode.DONE;
    }

    private static void check(String date) {
        try {
            DateRange.of(date);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private static JsonObject json(List<TimelineEntry> entries) {
        List<JsonObject> list = new ArrayList<>();
        for (TimelineEntry entry : entries) {
            list.add(new JsonObject()
                    .put("date", entry.date())
                    .put("path", entry.path())
                    .put("text", entry.text()));
        }
        return new JsonObject().put("entries", list);
    }
}
