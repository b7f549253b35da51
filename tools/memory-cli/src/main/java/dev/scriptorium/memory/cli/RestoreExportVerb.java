package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.event.MemoryListener;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.RestoredExport;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Brings an export back. */
@Command(
        name = "restore-export",
        description = "Bring an export back: into a directory that is empty or not there, or into its own workspace.")
final class RestoreExportVerb extends Verb {
    @Parameters(paramLabel = "FILE.zip", description = "A file that export has made.")
    @SuppressWarnings("NullAway.Init") // set before call()
    private Path file;

    @Override
    int run(Output output) {
        boolean existed = isWorkspace();
        RestoredExport restored;
        if (existed) {
            try (LocalMemoryBackend backend = openExisting()) {
                restored = backend.workspace().maintain().restoreExport(file);
            }
        } else {
            restored = LocalMemoryBackend.restoreExport(file, config(MemoryListener.none()));
        }
        if (output.json()) {
            output.document(json(restored));
        } else {
            print(restored, existed, output);
        }
        return restored.check().ok() ? ExitCode.DONE : ExitCode.REFUSED;
    }

    private void print(RestoredExport restored, boolean existed, Output output) {
        output.text("restored " + restored.workspace() + "  revision " + restored.revision()
                + (existed ? " in " : " into ") + directory());
        output.text("memory     " + Words.count(restored.topics(), "topic") + ", "
                + Words.count(restored.blocks(), "block"));
        output.text("archive    " + Words.count(restored.turns(), "turn") + " in "
                + Words.count(restored.sources(), "source"));
        output.text("made       " + restored.madeAt());
        restored.removed().forEach(id -> output.text("removed    ^" + id));
        output.text("check      " + Words.count(restored.check().problems().size(), "problem") + ", "
                + Words.count(restored.check().notes().size(), "note"));
        if (!restored.check().ok()) {
            output.note("see scriptorium -w " + directory() + " check");
        }
    }

    private JsonObject json(RestoredExport restored) {
        return new JsonObject()
                .put("ok", restored.check().ok())
                .put("directory", directory().toString())
                .put("workspace", restored.workspace().value())
                .put("revision", restored.revision().value())
                .put("made_at", restored.madeAt())
                .put("topics", restored.topics())
                .put("blocks", restored.blocks())
                .put("sources", restored.sources())
                .put("turns", restored.turns())
                .put(
                        "removed",
                        restored.removed().stream().map(id -> id.value()).toList())
                .put("problems", restored.check().problems().size())
                .put("notes", restored.check().notes().size());
    }
}
