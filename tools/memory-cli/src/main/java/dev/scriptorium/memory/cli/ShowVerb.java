package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.BlockText;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WorkspaceRead;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints a file or one block of it. */
@Command(name = "show", description = "Print a file, or one block with its evidence.")
final class ShowVerb extends Verb {
    @Parameters(
            paramLabel = "PATH[#^ID]",
            description = "A workspace path, with or without topics/, or a block's ^ID alone.")
    private String target = "";

    @Override
    int run(Output output) {
        int hash = target.indexOf("#^");
        BlockId block = hash >= 0 || target.startsWith("^") ? BlockArguments.parse(target.substring(hash + 1)) : null;
        try (LocalMemoryBackend backend = openExisting()) {
            WorkspaceRead read = backend.workspace().read();
            if (block != null) {
                show(read.block(block), hash, output);
            } else if (output.json()) {
                output.document(new JsonObject().put("path", target).put("text", read.file(target)));
            } else {
                output.verbatim(read.file(target));
            }
        }
        return ExitCode.DONE;
    }

    private void show(BlockText block, int hash, Output output) {
        String path = hash < 0 ? "" : target.substring(0, hash);
        if (!path.isEmpty()
                && !block.path().value().equals(path)
                && !block.path().belowTopics().equals(path)) {
            throw new MemoryException(
                    ErrorCode.MEMORY_NOT_FOUND,
                    "block ^" + block.id().value() + " is not in " + path + " but in " + block.path());
        }
        if (output.json()) {
            output.document(new JsonObject()
                    .put("id", block.id().value())
                    .put("path", block.path().value())
                    .put("line", block.line())
                    .put("headings", block.headings())
                    .put("markdown", block.markdown())
                    .put("text", block.content()));
        } else {
            output.verbatim(block.markdown());
        }
    }
}
