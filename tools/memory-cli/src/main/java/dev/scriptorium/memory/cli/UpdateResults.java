package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.UpdateResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shows what a change by hand did. */
final class UpdateResults {
    private UpdateResults() {}

    static void show(UpdateResult result, Output output) {
        if (output.json()) {
            output.document(json(result));
            return;
        }
        if (result.changedFiles().isEmpty()) {
            output.text("nothing changed");
        }
        result.changedFiles().forEach(path -> output.text("changed  " + path));
        result.blockIds().forEach((place, id) -> output.text("new      ^" + id.value() + "  " + place));
        result.coreOmitted().forEach(id -> output.note("^" + id.value() + " does not fit into the resident block"));
        result.gitCommit().ifPresent(commit -> output.text("commit   " + commit.substring(0, 10)));
        if (result.memoryCommitted() && result.gitCommit().isEmpty()) {
            output.note("installed; its commit is owed, see status");
        }
        for (CheckFinding warning : result.warnings()) {
            output.note(warning.path() + ":" + warning.line() + ": " + warning.message() + "; " + warning.hint());
        }
    }

    private static JsonObject json(UpdateResult result) {
        List<String> omitted =
                result.coreOmitted().stream().map(id -> id.value()).toList();
        List<JsonObject> warnings = new ArrayList<>();
        for (CheckFinding warning : result.warnings()) {
            warnings.add(new JsonObject()
                    .put("code", warning.code())
                    .put("path", warning.path())
                    .put("line", warning.line())
                    .put("message", warning.message()));
        }
        return new JsonObject()
                .put("ok", true)
                .put("revision", result.revision().value())
                .put("changed_files", result.changedFiles())
                .put("block_ids", texts(result.blockIds()))
                .put("evidence_ids", texts(result.evidenceIds()))
                .put("source_ids", texts(result.sourceIds()))
                .put("core", new JsonObject().put("tokens", result.coreTokens()).put("omitted", omitted))
                .put("memory_committed", result.memoryCommitted())
                .put("git_committed", result.gitCommit().isPresent())
                .put("git_commit", result.gitCommit())
                .put("install_pending", false)
                .put("warnings", warnings);
    }

    private static JsonObject texts(Map<String, ?> values) {
        JsonObject object = new JsonObject();
        values.forEach((key, value) -> object.put(key, value.toString()));
        return object;
    }
}
