package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.MemoryWorkspace;
import dev.scriptorium.memory.local.RestoreReport;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Brings back what a commit holds, as a new change. */
@Command(
        name = "restore",
        description = "Bring back all topics, one file or one block as a commit holds it; a new commit on top.")
final class RestoreVerb extends Verb {
    private static final String ORIGIN = "cli/restore";
    private static final int SHORT_ID = 10;

    @Parameters(index = "0", paramLabel = "COMMIT", description = "The beginning of its id, as log prints it.")
    private String commit = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "PATH|^ID", description = "A topic, or a block; else all.")
    private @Nullable String target;

    @Override
    int run(Output output) {
        BlockId block = target != null && target.startsWith("^") ? BlockArguments.parse(target) : null;
        try (LocalMemoryBackend backend = openExisting()) {
            RestoreReport report = restore(backend.workspace(), block);
            if (output.json()) {
                output.document(json(report));
            } else {
                print(report, output);
            }
        }
        return ExitCode.DONE;
    }

    private RestoreReport restore(MemoryWorkspace workspace, @Nullable BlockId block) {
        SourceProvenance owner = workspace.change().owner(ORIGIN);
        if (block != null) {
            return workspace.history().restore(owner, commit, block);
        }
        return target == null
                ? workspace.history().restore(owner, commit)
                : workspace.history().restore(owner, commit, target);
    }

    private static JsonObject json(RestoreReport report) {
        return new JsonObject()
                .put("ok", true)
                .put("from", report.from())
                .put("revision", report.revision().value())
                .put("changed_files", report.changedFiles())
                .put("returned", ids(report.returned()))
                .put("removed", ids(report.removed()))
                .put("turns_left_uncited", report.turnsLeftUncited())
                .put("memory_committed", !report.changedFiles().isEmpty())
                .put("git_committed", report.gitCommit().isPresent())
                .put("git_commit", report.gitCommit());
    }

    private static List<String> ids(Collection<BlockId> blocks) {
        return blocks.stream().map(BlockId::value).toList();
    }

    private static void print(RestoreReport report, Output output) {
        if (report.changedFiles().isEmpty()) {
            output.text("nothing changed; all is as it was in " + report.from().substring(0, SHORT_ID));
        }
        report.changedFiles().forEach(path -> output.text("changed  " + path));
        report.returned().forEach(id -> output.text("returned ^" + id.value()));
        report.removed().forEach(id -> output.text("removed  ^" + id.value()));
        report.gitCommit().ifPresent(id -> output.text("commit   " + id.substring(0, SHORT_ID)));
        if (!report.changedFiles().isEmpty() && report.gitCommit().isEmpty()) {
            output.note("installed; its commit is owed, see status");
        }
        if (report.turnsLeftUncited() > 0) {
            output.note(report.turnsLeftUncited()
                    + (report.turnsLeftUncited() == 1 ? " archived turn is" : " archived turns are")
                    + " cited by no block any more; they count as written, and only backfill would write them again");
        }
    }
}
