package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.PromotionRequest;
import dev.scriptorium.memory.local.PromotionResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lets the owner, who sits at the command line, vouch for what a stranger said. */
@Command(
        name = "promote",
        description = "Trust an archived turn that waits for your trust, and let the writer look at it.")
final class PromoteVerb extends Verb {
    private static final String ORIGIN = "cli/promote";
    private static final int SHORT_ID = 10;

    @Parameters(paramLabel = "SOURCE", description = "A turn, as search --corpus sources prints it.")
    private String source = "";

    @Override
    int run(Output output) {
        SourceRef ref = parse(source);
        try (LocalMemoryBackend backend = openExisting()) {
            WorkspaceChange change = backend.workspace().change();
            PromotionResult result = change.promote(
                    PromotionRequest.of(change.owner(ORIGIN), ref).interactive());
            if (output.json()) {
                output.document(json(result));
            } else {
                print(result, output);
            }
        }
        return ExitCode.DONE;
    }

    private static SourceRef parse(String text) {
        if (!SourceRef.isValid(text)) {
            throw new UsageException("expected a turn such as local/chat-1/m7, found \"" + text
                    + "\"; search --corpus sources prints them");
        }
        return new SourceRef(text);
    }

    private static JsonObject json(PromotionResult result) {
        JsonObject document = new JsonObject()
                .put("ok", true)
                .put("source_id", result.source().value())
                .put("promoted", result.promoted())
                .put("trust_state", "trusted")
                .put("distilled", result.distilled())
                .put("changed_files", result.changedFiles())
                .put("git_committed", result.gitCommit().isPresent())
                .put("git_commit", result.gitCommit());
        result.writerFailure()
                .ifPresent(failure -> document.put(
                        "writer_failure",
                        new JsonObject()
                                .put("code", failure.code().name())
                                .put("retryable", failure.retryable())
                                .put("reason", failure.reason())));
        return document;
    }

    private static void print(PromotionResult result, Output output) {
        if (!result.promoted()) {
            output.text("nothing changed; " + result.source() + " was trusted already");
            return;
        }
        output.text("trusted  " + result.source());
        result.changedFiles().forEach(path -> output.text("changed  " + path));
        result.gitCommit().ifPresent(commit -> output.text("commit   " + commit.substring(0, SHORT_ID)));
        if (result.gitCommit().isEmpty()) {
            output.note("installed; its commit is owed, see status");
        }
        result.writerFailure()
                .map(WriteFailure::toString)
                .ifPresent(failure -> output.note("the writer did not get to look at it: " + failure));
    }
}
