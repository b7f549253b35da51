package dev.scriptorium.memory.local.tool;

import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.local.UpdateRequest;
import dev.scriptorium.memory.local.UpdateResult;
import dev.scriptorium.memory.local.WorkspaceChange;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.markdown.change.ChangeReader;
import dev.scriptorium.memory.markdown.change.DeclaredSource;
import dev.scriptorium.memory.markdown.change.RequestLimits;
import dev.scriptorium.memory.markdown.change.RequestReader;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tool that changes. What it does is done on behalf of the caller it was made for, whatever the model writes. */
final class Updating {
    private static final Set<String> ARGUMENTS = Set.of("base_revision", "memory_changes", "sources", "commit_message");
    private static final int NAMED = 60;

    private final WorkspaceChange change;
    private final SourceProvenance caller;

    Updating(WorkspaceChange change, SourceProvenance caller) {
        this.change = change;
        this.caller = caller;
    }

    String update(ToolInput input) {
        input.only(ARGUMENTS);
        Object changes = input.plain("memory_changes");
        RequestLimits.checkChanges(changes);
        Object declared = input.plain("sources");
        List<DeclaredSource> sources = declared == null ? List.of() : RequestReader.sources(declared);
        RequestLimits.checkSources(sources);
        UpdateRequest request = UpdateRequest.changes(caller, ChangeReader.read(changes))
                .sources(sources)
                .base(revision(input.text("base_revision")))
                .message(input.optionalText("commit_message").orElse(null))
                .build();
        return result(change.update(request));
    }

    private static Revision revision(String text) {
        try {
            return new Revision(text);
        } catch (IllegalArgumentException e) {
            throw ToolInput.invalid("\"base_revision\": expected the revision that memory_status says");
        }
    }

    private static String result(UpdateResult result) {
        return JsonObject.create()
                .put("ok", true)
                .put("revision", result.revision().value())
                .put("memory_committed", result.memoryCommitted())
                .put("git_committed", result.gitCommit().isPresent())
                .put("git_commit", result.gitCommit().orElse(null))
                .putTexts(
                        "changed_files",
                        result.changedFiles().stream().limit(NAMED).toList())
                .put("block_ids", named(result.blockIds()))
                .put("evidence_ids", named(result.evidenceIds()))
                .put("source_ids", named(result.sourceIds()))
                .putTexts(
                        "core_left_out",
                        result.coreOmitted().stream()
                                .limit(NAMED)
                                .map(id -> "^" + id)
                                .toList())
                .toString();
    }

    private static JsonObject named(Map<String, ?> ids) {
        JsonObject object = JsonObject.create();
        ids.forEach((place, id) -> object.put(place, id.toString()));
        return object;
    }
}
