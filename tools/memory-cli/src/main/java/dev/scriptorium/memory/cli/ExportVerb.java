package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.ExportReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Puts the whole workspace into one file. */
@Command(name = "export", description = "Put the whole workspace into one file, and read it back.")
final class ExportVerb extends Verb {
    @Parameters(paramLabel = "FILE.zip", description = "A file that does not exist yet, outside of the workspace.")
    @SuppressWarnings("NullAway.Init") // set before call()
    private Path file;

    @Override
    int run(Output output) {
        try (LocalMemoryBackend backend = openExisting()) {
            ExportReport report = backend.workspace().maintain().export(file);
            if (output.json()) {
                output.document(json(report));
                return ExitCode.DONE;
            }
            output.text(String.format(Locale.ROOT, "exported %s  revision %s", report.workspace(), report.revision()));
            output.text("memory     " + Words.count(report.topics(), "topic") + ", "
                    + Words.count(report.blocks(), "block"));
            output.text("archive    " + Words.count(report.turns(), "turn") + " in "
                    + Words.count(report.sources(), "source"));
            output.text("history    "
                    + report.commit().map(commit -> commit.substring(0, 8)).orElse("none"));
            output.text(
                    String.format(Locale.ROOT, "file       %s, %,d bytes, read back", report.file(), report.bytes()));
            report.besideMemory()
                    .forEach(path -> output.note(
                            path + " is no part of the memory yet, or is changed; it comes along as it is"));
        }
        return ExitCode.DONE;
    }

    private static JsonObject json(ExportReport report) {
        return new JsonObject()
                .put("ok", true)
                .put("file", report.file().toString())
                .put("bytes", report.bytes())
                .put("workspace", report.workspace().value())
                .put("revision", report.revision().value())
                .put("commit", report.commit())
                .put("topics", report.topics())
                .put("blocks", report.blocks())
                .put("sources", report.sources())
                .put("turns", report.turns())
                .put("files", report.files())
                .put("beside_memory", report.besideMemory());
    }
}
