package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.BlockOrigin;
import dev.scriptorium.memory.local.CitedTurn;
import dev.scriptorium.memory.local.HistoryEntry;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tells what a block rests on and who changed it. */
@Command(name = "why", description = "Why a block is here: the words it rests on, and the commits that changed it.")
final class WhyVerb extends Verb {
    @Parameters(paramLabel = "ID", description = "The block's id, with or without ^.")
    private String id = "";

    @Override
    int run(Output output) {
        BlockId block = BlockArguments.parse(id);
        try (LocalMemoryBackend backend = openExisting()) {
            BlockOrigin origin = backend.workspace().history().why(block);
            if (output.json()) {
                output.document(json(origin));
            } else {
                print(origin, output);
            }
        }
        return ExitCode.DONE;
    }

    static JsonObject json(BlockOrigin origin) {
        List<JsonObject> evidence = new ArrayList<>();
        for (CitedTurn turn : origin.evidence()) {
            JsonObject cited = new JsonObject()
                    .put("time", turn.time())
                    .put("label", turn.label())
                    .put("ref", turn.ref().value())
                    .put("speaker", turn.speaker())
                    .put("said_at", turn.saidAt())
                    .put("quote", turn.quote());
            turn.problem().ifPresent(problem -> cited.put("problem", problem));
            evidence.add(cited);
        }
        List<JsonObject> commits = new ArrayList<>();
        for (HistoryEntry commit : origin.commits()) {
            commits.add(new JsonObject()
                    .put("id", commit.id())
                    .put("at", commit.at().toString())
                    .put("message", commit.message())
                    .put("by", commit.by()));
        }
        return new JsonObject()
                .put("id", origin.id().value())
                .put("path", origin.path().value())
                .put("text", origin.text())
                .put("evidence", evidence)
                .put("commits", commits)
                .put("there", origin.there())
                .put("removed_by", origin.removedBy().map(HistoryEntry::id))
                .put(
                        "changes",
                        origin.changes().stream().map(BlockChanges::json).toList())
                .put("history_problem", origin.historyProblem());
    }

    static void print(BlockOrigin origin, Output output) {
        output.text(
                "^" + origin.id().value() + (origin.there() ? " in " : ", removed, stood last in ") + origin.path());
        output.wrapped(origin.text(), "  ");
        output.text("because");
        origin.evidence().forEach(turn -> print(turn, output));
        output.text("changed by");
        origin.changes().forEach(change -> BlockChanges.print(change, origin.text(), output));
        if (origin.changes().isEmpty()) {
            output.text("  " + origin.historyProblem().orElse("no commit yet"));
        }
    }

    private static void print(CitedTurn turn, Output output) {
        output.text("  "
                + Stream.of(
                                turn.speaker(),
                                turn.saidAt(),
                                Optional.of(turn.ref().value()))
                        .flatMap(Optional::stream)
                        .filter(part -> !part.isBlank())
                        .collect(Collectors.joining("  ")));
        if (!turn.quote().isEmpty()) {
            output.wrapped("“" + turn.quote().strip() + "”", "    ");
        }
        turn.problem().ifPresent(problem -> output.text("    ! " + problem));
    }
}
