package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.BackfillReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import picocli.CommandLine.Command;

/** Shows the writer archived turns that no block cites. */
@Command(name = "backfill", description = "Have archived turns written that no block cites.")
final class BackfillVerb extends Verb {

    @Override
    int run(Output output) {
        BackfillReport report;
        try (LocalMemoryBackend backend = openExisting()) {
            report = backend.workspace().maintain().backfill();
        }
        if (output.json()) {
            output.document(new JsonObject()
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
                                            .put("reason", why.reason()))));
        } else if (report.candidates() == 0 && report.failure().isEmpty()) {
            output.text("nothing to write: every trusted turn is cited, or was shown to a writer before");
        } else {
            output.text(Words.count(report.processed(), "archived turn") + " shown to the writer, " + report.remaining()
                    + " left");
        }
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
