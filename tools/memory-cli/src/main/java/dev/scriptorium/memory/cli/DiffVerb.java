package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.BlocksDiff;
import dev.scriptorium.memory.local.FileDiff;
import dev.scriptorium.memory.local.HistoryDiff;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Compares two commits, or one with what is there now. */
@Command(name = "diff", description = "Compare two commits, or one with what is there now.")
final class DiffVerb extends Verb {
    @Parameters(index = "0", paramLabel = "A", description = "A commit: the beginning of its id, as log prints it.")
    private String from = "";

    @Parameters(index = "1", arity = "0..1", paramLabel = "B", description = "Another; else the state now.")
    private @Nullable String to;

    @Override
    int run(Output output) {
        try (LocalMemoryBackend backend = openExisting()) {
            HistoryDiff diff = backend.workspace().history().diff(from, Optional.ofNullable(to));
            if (output.json()) {
                output.document(json(diff));
            } else {
                print(diff, output);
            }
        }
        return ExitCode.DONE;
    }

    private static JsonObject json(HistoryDiff diff) {
        List<JsonObject> files = new ArrayList<>();
        for (FileDiff file : diff.files()) {
            files.add(new JsonObject()
                    .put("path", file.path())
                    .put("kind", kind(file))
                    .put("text", file.text())
                    .put("turns_before", file.turnsBefore())
                    .put("turns_after", file.turnsAfter()));
        }
        BlocksDiff blocks = diff.blocks();
        return new JsonObject()
                .put("from", diff.from())
                .put("to", diff.to())
                .put("files", files)
                .put(
                        "blocks",
                        new JsonObject()
                                .put("created", ids(blocks.created()))
                                .put("changed", ids(blocks.changed()))
                                .put("moved", ids(blocks.moved()))
                                .put("removed", ids(blocks.removed())));
    }

    private static List<String> ids(Collection<BlockId> blocks) {
        return blocks.stream().map(BlockId::value).toList();
    }

    private static String kind(FileDiff file) {
        return file.kind().name().toLowerCase(Locale.ROOT);
    }

    private static void print(HistoryDiff diff, Output output) {
        BlocksDiff blocks = diff.blocks();
        print("created", blocks.created(), output);
        print("changed", blocks.changed(), output);
        print("moved", blocks.moved(), output);
        print("removed", blocks.removed(), output);
        for (FileDiff file : diff.files()) {
            if (file.text().isEmpty()) {
                output.text(String.format(
                        Locale.ROOT,
                        "%-8s %s  %d turns, %d before",
                        kind(file),
                        file.path(),
                        file.turnsAfter(),
                        file.turnsBefore()));
            }
        }
        diff.files().stream().filter(file -> !file.text().isEmpty()).forEach(file -> {
            output.text("");
            output.verbatim(file.text());
        });
        if (diff.files().isEmpty()) {
            output.text("no difference");
        }
    }

    private static void print(String what, Collection<BlockId> blocks, Output output) {
        if (!blocks.isEmpty()) {
            String ids = blocks.stream().map(id -> "^" + id.value()).collect(Collectors.joining(" "));
            output.text(String.format(Locale.ROOT, "%-8s %s", what, ids));
        }
    }
}
