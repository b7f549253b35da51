package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.GrepMatch;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds lines that contain a text. */
@Command(name = "grep", description = "Find the lines that contain a text, whatever the case.")
final class GrepVerb extends Verb {
    @Parameters(paramLabel = "TEXT", description = "The text, taken as it is.")
    private String text = "";

    @Option(names = "--limit", paramLabel = "N", defaultValue = "200", description = "How many lines at most.")
    private int limit;

    @Override
    int run(Output output) {
        if (text.isBlank() || limit < 1) {
            throw new UsageException("grep takes a text that is not blank and a positive --limit");
        }
        try (LocalMemoryBackend backend = openExisting()) {
            List<GrepMatch> matches = backend.workspace().read().grep(text, limit);
            if (output.json()) {
                output.document(json(matches));
                return ExitCode.DONE;
            }
            for (GrepMatch match : matches) {
                output.text(match.path() + ":" + match.line() + ": " + match.text());
            }
            if (matches.isEmpty()) {
                output.note("no line contains \"" + text + "\"");
            } else if (matches.size() == limit) {
                output.note("there may be more; see --limit");
            }
        }
        return ExitCode.DONE;
    }

    private static JsonObject json(List<GrepMatch> matches) {
        List<JsonObject> list = new ArrayList<>();
        for (GrepMatch match : matches) {
            list.add(new JsonObject()
                    .put("path", match.path())
                    .put("line", match.line())
                    .put("text", match.text()));
        }
        return new JsonObject().put("matches", list);
    }
}
