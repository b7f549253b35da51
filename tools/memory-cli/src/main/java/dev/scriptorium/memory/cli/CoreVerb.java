package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.CoreState;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Prints the resident block. */
@Command(name = "core", description = "Print the resident block: what every session starts with.")
final class CoreVerb extends Verb {

    @Override
    int run(Output output) {
        try (LocalMemoryBackend backend = openExisting()) {
            CoreState core = backend.workspace().read().core();
            if (output.json()) {
                output.document(new JsonObject()
                        .put("master", core.master())
                        .put("rendered", core.rendered())
                        .put("injected", core.injected())
                        .put("tokens", core.tokens())
                        .put("budget", core.budget())
                        .put("omitted", values(core.omitted()))
                        .put("pending", values(core.pending())));
                return ExitCode.DONE;
            }
            output.verbatim(core.rendered());
            output.note(core.tokens() + " of " + core.budget() + " tokens"
                    + (core.injected().isEmpty() && !core.rendered().isBlank() ? "; not injected" : ""));
            remark("left out for lack of room", core.omitted(), output);
            remark("left out because a source is pending", core.pending(), output);
        }
        return ExitCode.DONE;
    }

    private static List<String> values(List<BlockId> blocks) {
        return blocks.stream().map(BlockId::value).toList();
    }

    private static void remark(String why, List<BlockId> blocks, Output output) {
        if (!blocks.isEmpty()) {
            output.note(why + ": "
                    + blocks.stream().map(block -> "^" + block.value()).collect(Collectors.joining(", ")));
        }
    }
}
