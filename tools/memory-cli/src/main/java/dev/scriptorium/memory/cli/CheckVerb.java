package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.CheckReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Checks every invariant. */
@Command(name = "check", description = "Check every invariant of the format and of the disk.")
final class CheckVerb extends Verb {
    @Option(names = "--repair", description = "Make views and index anew first.")
    private boolean repair;

    @Option(
            names = "--accept",
            description =
                    "Take over everything that was edited outside first, held deletions and changed archives too.")
    private boolean accept;

    @Override
    int run(Output output) {
        try (LocalMemoryBackend backend = openExisting()) {
            if (accept) {
                backend.workspace().maintain().accept();
            }
            if (repair) {
                backend.workspace().maintain().rebuild();
            }
            CheckReport report = backend.workspace().maintain().check();
            if (output.json()) {
                output.document(new JsonObject()
                        .put("ok", report.ok())
                        .put("problems", json(report.problems()))
                        .put("notes", json(report.notes())));
            } else {
                report.problems().forEach(problem -> print("problem", problem, output));
                report.notes().forEach(note -> print("note", note, output));
                output.text(Words.count(report.problems().size(), "problem") + ", "
                        + Words.count(report.notes().size(), "note"));
            }
            return report.ok() ? ExitCode.DONE : ExitCode.REFUSED;
        }
    }

    private static List<JsonObject> json(List<CheckFinding> findings) {
        List<JsonObject> list = new ArrayList<>();
        for (CheckFinding finding : findings) {
            list.add(new JsonObject()
                    .put("code", finding.code())
                    .put("path", finding.path())
                    .put("line", finding.line())
                    .put("message", finding.message())
                    .put("hint", finding.hint()));
        }
        return list;
    }

    private static void print(String kind, CheckFinding finding, Output output) {
        String place = finding.line() == 0 ? finding.path() : finding.path() + ":" + finding.line();
        output.text(kind + "  " + finding.code() + (place.isEmpty() ? "" : "  " + place));
        output.wrapped(finding.message(), "  ");
        if (!finding.hint().isBlank()) {
            output.wrapped(finding.hint(), "  → ");
        }
    }
}
