package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceStatus;
import picocli.CommandLine.Command;

/** Makes anew what can be derived. */
@Command(name = "rebuild", description = "Make views and index anew from topics and sources.")
final class RebuildVerb extends Verb {

    @Override
    int run(Output output) {
        try (LocalMemoryBackend backend = openExisting()) {
            backend.workspace().maintain().rebuild();
            WorkspaceStatus status = backend.workspace().read().status();
            if (output.json()) {
                output.document(new JsonObject()
                        .put("ok", true)
                        .put("revision", status.revision().value())
                        .put("documents", status.indexDocuments()));
            } else {
                output.text("views and index made anew: " + Words.count(status.blocks(), "block") + ", "
                        + Words.count(status.indexDocuments(), "document"));
            }
        }
        return ExitCode.DONE;
    }
}
