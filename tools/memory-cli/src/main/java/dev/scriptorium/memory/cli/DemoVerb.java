package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.cli.importer.ImportProblem;
import dev.scriptorium.memory.cli.importer.ImportResult;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.BlockOrigin;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.SearchResult;
import dev.scriptorium.memory.local.WorkspaceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/** Shows the main job on a conversation that comes along, in a directory of its own. */
@Command(name = "demo", description = "The main job in a fresh directory, on a conversation that comes along.")
final class DemoVerb extends Verb {
    private static final String QUESTION = "What did other utilities say about Norrflow sensors in cold water?";
    private static final int HITS = 3;
    private static final int COMMITS = 8;
    private static final int EXCERPT_LINES = 16;

    @Override
    int run(Output output) {
        if (command().namesPlaces()) {
            output.note("the demo makes a directory of its own; -w and --sessions are left alone");
        }
        try {
            run(DemoConversation.in(Files.createTempDirectory("scriptorium-demo"), output), output);
        } catch (IOException | ImportProblem e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "the demo cannot be set up: " + e.getMessage(), e);
        }
        return ExitCode.DONE;
    }

    private void run(DemoConversation demo, Output output) {
        PassTally tally = new PassTally(output, BatchNotes.of(Optional.empty(), output));
        try (LocalMemoryBackend backend = LocalMemoryBackend.open(
                Settings.config(demo.directory(), demo.sessions(), command().settings(), Optional.empty(), tally))) {
            List<WrittenSession> written = demo.write(backend, tally);
            show(new Findings(demo.directory(), demo.imported(), written, backend.workspace()), output);
        }
    }

    /** What the demo has to show. */
    private static final class Findings {
        private final Path directory;
        private final ImportResult imported;
        private final List<WrittenSession> written;
        private final List<WorkspaceFile> topics;
        private final String excerpt;
        private final SearchResult found;
        private final Optional<BlockOrigin> origin;
        private final List<HistoryEntry> log;

        Findings(Path directory, ImportResult imported, List<WrittenSession> written, MemoryWorkspace workspace) {
            this.directory = directory;
            this.imported = imported;
            this.written = written;
            this.topics = workspace.read().list("topics/");
            this.found = workspace
                    .read()
                    .search(MemoryQuery.builder(QUESTION).limit(HITS).build(), false);
            Optional<BlockId> block =
                    found.hits().stream().flatMap(hit -> hit.block().stream()).findFirst();
            this.origin = block.map(id -> workspace.history().why(id));
            this.excerpt =
                    origin.map(why -> workspace.read().file(why.path().value())).orElse("");
            this.log = workspace.history().log(Optional.empty(), COMMITS);
        }
    }

    private static void show(Findings findings, Output output) {
        if (output.json()) {
            output.document(new JsonObject()
                    .put("imported_turns", findings.imported.added())
                    .put("write", WrittenSession.json(findings.written))
                    .put(
                            "topics",
                            findings.topics.stream().map(WorkspaceFile::path).toList())
                    .put("search", SearchAnswers.json(findings.found, false, new JsonObject().put("text", QUESTION)))
                    .put("why", findings.origin.map(WhyVerb::json))
                    .put("log", LogVerb.json(findings.log).get("commits"))
                    .put("workspace", findings.directory.toString()));
            return;
        }
        title("import: a conversation of two colleagues and their assistant, over seven weeks", output);
        output.text(Words.count(findings.imported.added(), "turn") + " in "
                + Words.count(findings.imported.sessions(), "session"));
        title("write: without a model, word for word", output);
        WrittenSession.print(findings.written, output);
        title("the topics", output);
        TopicTree.print(findings.topics, output);
        findings.origin.ifPresent(why -> {
            title(why.path() + ", the beginning", output);
            findings.excerpt
                    .lines()
                    .limit(EXCERPT_LINES)
                    .forEach(line -> output.text(TextLayout.oneLine(line, output.width())));
        });
        title("search: " + QUESTION, output);
        SearchAnswers.print(findings.found, false, output);
        findings.origin.ifPresent(why -> {
            title("why ^" + why.id().value(), output);
            WhyVerb.print(why, output);
        });
        title("log", output);
        findings.log.forEach(commit -> LogVerb.print(commit, output));
        title("kept; look around with: scriptorium -w DIR status, list, show, search, check", output);
        output.text(findings.directory.toString());
    }

    private static void title(String text, Output output) {
        output.text("");
        output.text("── " + text);
    }
}
