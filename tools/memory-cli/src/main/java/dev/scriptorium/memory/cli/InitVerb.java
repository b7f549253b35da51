package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceStatus;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a workspace, or opens the one there is. */
@Command(name = "init", description = "Make a workspace, or open the one there is.")
final class InitVerb extends Verb {

    @Option(
            names = "--move-superseded-to",
            paramLabel = "DIR",
            description = "Move there what the layout before this one left in the workspace: journal, wiki, .state,"
                    + " index.sqlite.")
    private @Nullable Path superseded;

    @Override
    int run(Output output) {
        boolean existed = isWorkspace();
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(config(MemoryListener.none()))) {
            WorkspaceStatus status = backend.workspace().read().status();
            List<String> moved = superseded == null
                    ? List.of()
                    : backend.workspace().maintain().moveSupersededTo(superseded);
            if (output.json()) {
                output.document(new JsonObject()
                        .put("workspace", status.workspace().value())
                        .put("directory", directory().toString())
                        .put("created", !existed)
                        .put("moved", moved));
            } else {
                output.text("workspace " + status.workspace() + (existed ? " is in " : " made in ") + directory());
                moved.forEach(name -> output.text("moved     " + name + " to " + superseded));
                output.note("next: scriptorium -w " + directory() + " import --format jsonl FILE");
            }
        }
        return ExitCode.DONE;
    }
}
