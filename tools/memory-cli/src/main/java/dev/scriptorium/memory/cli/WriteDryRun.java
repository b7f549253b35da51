package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.WritePreview;
import java.util.ArrayList;
import java.util.List;

/** What the next batch of each session would change. */
final class WriteDryRun {
    private WriteDryRun() {}

    /** Shows the changes and closes the backend. */
    static int run(LocalMemoryBackend opened, List<SessionId> sessions, boolean force, Output output) {
        try (LocalMemoryBackend backend = opened) {
            List<JsonObject> documents = new ArrayList<>();
            for (SessionId session : sessions) {
                WritePreview preview = backend.workspace().maintain().previewWrite(session, force);
                if (output.json()) {
                    documents.add(json(session, preview));
                } else {
                    print(session, preview, output);
                }
            }
            if (output.json()) {
                output.document(new JsonObject().put("sessions", documents));
            }
        }
        return ExitCode.DONE;
    }

    private static JsonObject json(SessionId session, WritePreview preview) {
        return new JsonObject()
                .put("session", session.value())
                .put("turns", preview.turns())
                .put("changed_topics", preview.changedTopics())
                .put("nothing_to_record", preview.nothingToRecord())
                .put("diff", preview.diff());
    }

    private static void print(SessionId session, WritePreview preview, Output output) {
        String outcome = preview.turns() == 0
                ? "nothing due"
                : Words.count(preview.turns(), "turn") + " in the next batch, "
                        + preview.nothingToRecord()
                                .map(reason -> "nothing to record: " + reason)
                                .orElseGet(() ->
                                        Words.count(preview.changedTopics().size(), "topic") + " to change");
        output.note(session + ": " + outcome);
        output.verbatim(preview.diff());
    }
}
