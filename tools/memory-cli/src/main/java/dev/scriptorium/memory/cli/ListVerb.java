package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the files that people may read. */
@Command(name = "list", description = "List topics, sources and views.")
final class ListVerb extends Verb {
    @Parameters(
            arity = "0..1",
            paramLabel = "PREFIX",
            defaultValue = "",
            description = "Only paths that begin so, with or without topics/.")
    private String prefix = "";

    @Override
    int run(Output output) {
        try (LocalMemoryBackend backend = openExisting()) {
            List<WorkspaceFile> files = backend.workspace().read().list(prefix);
            if (output.json()) {
                output.document(json(files));
            } else {
                for (WorkspaceFile file : files) {
                    output.text(String.format(
                            Locale.ROOT, "%,10d  %s%s", file.bytes(), file.path(), file.derived() ? "  (view)" : ""));
                }
                if (files.isEmpty()) {
                    output.note("no file begins with \"" + prefix + "\"");
                }
            }
        }
        return ExitCode.DONE;
    }

    private static JsonObject json(List<WorkspaceFile> files) {
        List<JsonObject> list = new ArrayList<>();
        for (WorkspaceFile file : files) {
            list.add(new JsonObject()
                    .put("path", file.path())
                    .put("bytes", file.bytes())
                    .put("derived", file.derived()));
        }
        return new JsonObject().put("files", list);
    }
}
