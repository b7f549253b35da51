package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.BackfillReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the writer archived turns that no block cites. */
@Command(name = "backfill", description = "Have archived turns written that no block cites.")
final class BackfillVerb extends Verb {

    @Mixin
    private final WriterOptions writer = new WriterOptions();

    @Override
    int run(Output output) {
        Optional<ChosenWriter> chosen = writer.chosen(output.around().environment());
        BackfillReport report;
        try (LocalMemoryBackend backend = openExisting(chosen, BatchNotes.of(chosen, output))) {
            report = backend.workspace().maintain().backfill();
        }
        if (output.json()) {
            JsonObject document = new JsonObject()
                    .put("status", report.failure().isPresent() ? "incomplete" : "ok")
                    .put("candidates", report.candidates())
                    .put("processed", report.processed())
                    .put("remaining", report.remaining())
                    .put("revision", report.revision().value())
                    .put(
                            "failure",
                            report.failure()
                                    .map(why -> new JsonObject()
                                            .put("code", why.code().name())
                                            .put("retryable", why.retryable())
                                            .put("reason", why.reason())));
            chosen.ifPresent(who -> who.addUsage(document));
            output.document(document);
        } else if (report.candidates() == 0 && report.failure().isEmpty()) {
            output.text("nothing to write: every trusted turn is cited, or was shown to a writer before");
        } else {
            output.text(Words.count(report.processed(), "archived turn") + " shown to the writer, " + report.remaining()
                    + " left");
        }
        chosen.ifPresent(who -> who.printUsage(output));
        if (report.failure().isEmpty()) {
            return ExitCode.DONE;
        }
        WriteFailure why = report.failure().get();
        if (!output.json()) {
            output.complaint("scriptorium: " + why.code() + ": " + why.reason());
        }
        return why.retryable() ? ExitCode.RETRY : ExitCode.REFUSED;
    }
}
