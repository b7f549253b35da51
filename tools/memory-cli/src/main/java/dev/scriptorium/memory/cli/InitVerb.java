package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceStatus;
import picocli.CommandLine.Command;

/** Makes a workspace, or opens the one there is. */
@Command(name = "init", description = "Make a workspace, or open the one there is.")
final class InitVerb extends Verb {

    @Override
    int run(Output output) {
        boolean existed = isWorkspace();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config(MemoryListener.none()))) {
            WorkspaceStatus status = backend.workspace().read().status();
            if (output.json()) {
                output.document(new JsonObject()
                        .put("workspace", status.workspace().value())
                        .put("directory", directory().toString())
                        .put("created", !existed));
            } else {
                output.text("workspace " + status.workspace() + (existed ? " is in " : " made in ") + directory());
                output.note("next: scriptorium -w " + directory() + " import --format jsonl FILE");
            }
        }
        return ExitCode.DONE;
    }
}
