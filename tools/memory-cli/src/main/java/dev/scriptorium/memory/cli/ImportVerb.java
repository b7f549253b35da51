package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.cli.importer.ConversationImport;
import dev.scriptorium.memory.cli.importer.ImportFormat;
import dev.scriptorium.memory.cli.importer.ImportProblem;
import dev.scriptorium.memory.cli.importer.ImportResult;
import dev.scriptorium.memory.cli.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads conversations into the session store. */
@Command(name = "import", description = "Read conversations into the session store; what is there stays as it is.")
final class ImportVerb extends Verb {
    @Option(
            names = "--format",
            required = true,
            paramLabel = "FORMAT",
            description = "jsonl, chatgpt, claude-code or locomo.")
    private String format = "";

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The files, each imported wholly or not at all.")
    private List<Path> files = new ArrayList<>();

    @Override
    int run(Output output) {
        ImportFormat known = known(format);
        List<String> notes = new ArrayList<>();
        List<ImportResult> results = new ArrayList<>();
        List<Violation> problems = new ArrayList<>();
        try (Progress progress = new Progress(output, "importing")) {
            ConversationImport conversations = new ConversationImport(
                    sessions(),
                    note -> {
                        notes.add(note);
                        output.note(note);
                    },
                    share -> progress.at(share, (int) (share * 100) + "% of file " + (results.size() + 1)));
            for (Path file : files) {
                try {
                    results.add(conversations.run(known, file));
                } catch (ImportProblem e) {
                    problems.addAll(e.places());
                }
            }
        }
        if (!output.json()) {
            results.forEach(result -> print(result, output));
        }
        if (!problems.isEmpty()) {
            throw refusal(problems, results);
        }
        if (output.json()) {
            output.document(json(results, notes));
        } else if (results.stream().anyMatch(result -> result.added() > 0)) {
            output.note("next: scriptorium -w " + directory() + " write --force");
        }
        return ExitCode.DONE;
    }

    private static ImportFormat known(String word) {
        return ImportFormat.of(word)
                .orElseThrow(() -> new UsageException("--format " + word
                        + ": there is no such format; expected one of: "
                        + Arrays.stream(ImportFormat.values())
                                .map(ImportFormat::word)
                                .collect(Collectors.joining(", "))));
    }

    private static void print(ImportResult result, Output output) {
        output.text(result.file() + ": " + Words.count(result.added(), "new turn") + ", " + Words.number(result.known())
                + " known, in " + Words.count(result.sessions(), "session"));
    }

    private static MemoryException refusal(List<Violation> problems, List<ImportResult> imported) {
        List<String> refused = problems.stream().map(Violation::path).distinct().toList();
        Violation first = problems.get(0);
        String where = first.line() == 0 ? first.path() : first.path() + ", line " + first.line();
        String others = imported.isEmpty()
                ? ""
                : "; imported: " + imported.stream().map(ImportResult::file).collect(Collectors.joining(", "));
        return new MemoryException(
                ErrorCode.INVALID_ARGUMENT,
                where + ": expected " + first.expected() + ", found " + first.found() + "; nothing was imported of "
                        + String.join(", ", refused) + others,
                problems);
    }

    private static JsonObject json(List<ImportResult> results, List<String> notes) {
        List<JsonObject> files = new ArrayList<>();
        for (ImportResult result : results) {
            files.add(new JsonObject()
                    .put("file", result.file())
                    .put("sessions", result.sessions())
                    .put("turns_added", result.added())
                    .put("turns_known", result.known()));
        }
        return new JsonObject().put("files", files).put("notes", notes);
    }
}
