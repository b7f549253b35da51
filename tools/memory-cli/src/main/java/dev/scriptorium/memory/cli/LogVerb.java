package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.BlockChange;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceHistory;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints the history. */
@Command(name = "log", description = "Print the commits: all, those of a file, or those that changed a block.")
final class LogVerb extends Verb {
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);
    private static final int SHORT_ID = 8;

    @Parameters(arity = "0..1", paramLabel = "PATH|^ID", description = "A file, or a block.")
    private @Nullable String target;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = "How many at most.")
    private int limit;

    @Override
    int run(Output output) {
        if (limit < 1) {
            throw new UsageException("--limit " + limit + ": expected a positive number");
        }
        BlockId block = target != null && target.startsWith("^") ? BlockArguments.parse(target) : null;
        try (LocalMemoryBackend backend = openExisting()) {
            WorkspaceHistory history = backend.workspace().history();
            if (block != null) {
                ofBlock(history.log(block, limit), output);
            } else {
                ofFiles(history.log(Optional.ofNullable(target), limit), output);
            }
        }
        return ExitCode.DONE;
    }

    private static void ofBlock(List<BlockChange> changes, Output output) {
        if (output.json()) {
            List<JsonObject> list = new ArrayList<>();
            for (BlockChange change : changes) {
                JsonObject did = BlockChanges.json(change);
                JsonObject commit = entry(change.commit());
                did.keys().stream().filter(key -> !key.equals("commit")).forEach(key -> commit.put(key, did.get(key)));
                list.add(commit);
            }
            output.document(new JsonObject().put("commits", list));
            return;
        }
        changes.forEach(change -> BlockChanges.print(change, "", output));
        if (changes.isEmpty()) {
            output.note("no commit yet");
        }
    }

    private void ofFiles(List<HistoryEntry> commits, Output output) {
        if (output.json()) {
            output.document(json(commits));
            return;
        }
        commits.forEach(commit -> print(commit, output));
        if (commits.isEmpty()) {
            output.note("no commit" + (target == null ? "" : " touched " + target));
        }
    }

    static JsonObject json(List<HistoryEntry> commits) {
        return new JsonObject()
                .put("commits", commits.stream().map(LogVerb::entry).toList());
    }

    private static JsonObject entry(HistoryEntry commit) {
        return new JsonObject()
                .put("id", commit.id())
                .put("at", commit.at().toString())
                .put("message", commit.message())
                .put("by", commit.by())
                .put("operation", commit.operation())
                .put("paths", commit.paths());
    }

    static void print(HistoryEntry commit, Output output) {
        String id = commit.id().substring(0, Math.min(SHORT_ID, commit.id().length()));
        String subject = commit.message().strip().lines().findFirst().orElse("");
        String head = "  " + id + "  " + MINUTE.format(commit.at()) + "  ";
        output.text(head + TextLayout.oneLine(subject + "  (" + commit.by() + ")", output.width() - head.length()));
    }
}
