package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Has the writer put topics in order now. */
@Command(name = "reorganize", description = "Put topics in order now: split, merge, move, retire.")
final class ReorganizeVerb extends Verb {

    @Option(names = "--dry-run", description = "Say what would change, and change nothing.")
    private boolean dryRun;

    @Mixin
    private final WriterOptions writer = new WriterOptions();

    @Override
    int run(Output output) {
        Optional<ChosenWriter> chosen = writer.chosen(output.around().environment());
        ReorganizeReport report;
        try (LocalMemoryBackend backend = openExisting(chosen, BatchNotes.of(chosen, output))) {
            chosen.filter(ChosenWriter::asks)
                    .ifPresent(who -> output.note("asking " + who.writer().name() + " to put topics in order"));
            report = backend.workspace()
                    .maintain()
                    .reorganize(dryRun ? ReorganizeRequest.dryRun() : ReorganizeRequest.install());
        }
        if (output.json()) {
            JsonObject document = json(report);
            chosen.ifPresent(who -> who.addUsage(document));
            output.document(document);
        } else {
            print(report, output);
        }
        chosen.ifPresent(who -> who.printUsage(output));
        return exitCode(report);
    }

    private JsonObject json(ReorganizeReport report) {
        return new JsonObject()
                .put("status", report.status().name().toLowerCase(Locale.ROOT))
                .put("dry_run", dryRun)
                .put(
                        "changes",
                        report.changes().stream()
                                .map(change -> new JsonObject()
                                        .put("path", change.path().value())
                                        .put("characters_before", change.charactersBefore())
                                        .put("characters_after", change.charactersAfter()))
                                .toList())
                .put("failure", failure(report.failure()));
    }

    private static @Nullable JsonObject failure(Optional<WriteFailure> failure) {
        return failure.map(why -> new JsonObject()
                        .put("code", why.code().name())
                        .put("retryable", why.retryable())
                        .put("reason", why.reason()))
                .orElse(null);
    }

    private void print(ReorganizeReport report, Output output) {
        for (ReorganizeReport.Change change : report.changes()) {
            output.text((dryRun ? "would change " : "changed ") + change.path() + ": " + change.charactersBefore()
                    + " to " + Words.count(change.charactersAfter(), "character"));
        }
        report.failure().ifPresent(why -> output.complaint("scriptorium: " + why.code() + ": " + why.reason()));
        switch (report.status()) {
            case OK, FAILED -> {}
            case BUSY -> output.complaint("scriptorium: another pass is running; try again when it is done");
            default -> output.text("nothing to put in order");
        }
    }

    private static int exitCode(ReorganizeReport report) {
        boolean later = report.status() == ReorganizeReport.Status.BUSY
                || report.failure().map(WriteFailure::retryable).orElse(false);
        return later ? ExitCode.RETRY : report.failure().isPresent() ? ExitCode.REFUSED : ExitCode.DONE;
    }
}
