package dev.scriptorium.memory.local.tool;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.local.PromotionRequest;
import dev.scriptorium.memory.local.PromotionResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import java.util.Set;

/** The tool that makes a turn trusted. Whether its caller may is decided by what it was made for. */
final class Promoting {
    private static final int NAMED = 60;

    private final WorkspaceChange change;
    private final SourceProvenance caller;

    Promoting(WorkspaceChange change, SourceProvenance caller) {
        this.change = change;
        this.caller = caller;
    }

    String promote(ToolInput input) {
        input.only(Set.of("source_id"));
        String source = input.text("source_id");
        if (!SourceRef.isValid(source)) {
            throw ToolInput.invalid(
                    "\"source_id\": expected a turn as memory_search shows it, such as local/chat-1/m7");
        }
        return result(change.promote(
                PromotionRequest.of(caller, new SourceRef(source)).interactive()));
    }

    private static String result(PromotionResult result) {
        JsonObject answer = JsonObject.create()
                .put("ok", true)
                .put("source_id", result.source().value())
                .put("promoted", result.promoted())
                .put("trust_state", "trusted")
                .put("distilled", result.distilled())
                .putTexts(
                        "changed_files",
                        result.changedFiles().stream().limit(NAMED).toList());
        result.writerFailure()
                .ifPresent(
                        failure -> answer.put("writer_failure", failure.code().name()));
        return answer.toString();
    }
}
