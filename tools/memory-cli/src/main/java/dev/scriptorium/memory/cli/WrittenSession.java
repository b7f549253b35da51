package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.cli.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a write did to one session.
 *
 * @param batches batches that are now written, those with nothing to record included
 * @param turns turns in them
 * @param changedTopics workspace paths
 * @param nothingToRecord batches with nothing to record
 * @param failure why more is left
 */
record WrittenSession(
        SessionId session,
        int batches,
        int turns,
        Set<String> changedTopics,
        int nothingToRecord,
        Optional<WriteFailure> failure) {

    static JsonObject json(List<WrittenSession> written) {
        List<JsonObject> sessions = new ArrayList<>();
        for (WrittenSession one : written) {
            sessions.add(new JsonObject()
                    .put("session", one.session.value())
                    .put("batches", one.batches)
                    .put("turns", one.turns)
                    .put("changed_topics", one.changedTopics)
                    .put("nothing_to_record", one.nothingToRecord)
                    .put("failure", one.failure.map(WrittenSession::json)));
        }
        return new JsonObject().put("sessions", sessions);
    }

    private static JsonObject json(WriteFailure failure) {
        return new JsonObject()
                .put("code", failure.code().name())
                .put("retryable", failure.retryable())
                .put("reason", failure.reason());
    }

    static void print(List<WrittenSession> written, Output output) {
        Set<String> topics = new HashSet<>();
        int idle = 0;
        int batches = 0;
        int turns = 0;
        for (WrittenSession one : written) {
            topics.addAll(one.changedTopics);
            batches += one.batches;
            turns += one.turns;
            if (one.batches == 0 && one.failure.isEmpty()) {
                idle++;
            } else {
                one.print(output);
            }
        }
        if (batches > 0) {
            output.text(Words.count(turns, "turn") + " written in " + Words.count(batches, "batch") + ", "
                    + Words.count(topics.size(), "topic") + " changed");
        }
        if (idle > 0) {
            output.text(Words.count(idle, "session") + " with nothing due");
        }
    }

    private void print(Output output) {
        String nothing = nothingToRecord == 0 ? "" : " (" + nothingToRecord + " with nothing to record)";
        output.text(session + ": " + Words.count(batches, "batch") + nothing + ", " + Words.count(turns, "turn"));
        changedTopics.forEach(path -> output.text("  " + path));
        failure.ifPresent(why -> output.complaint("scriptorium: " + session + ": " + why.code() + ": " + why.reason()
                + (why.retryable() ? "; nothing is lost, try again" + wait(why) : "")));
    }

    private static String wait(WriteFailure why) {
        return why.retryAfter().map(time -> " in " + time.toSeconds() + " s").orElse("");
    }

    /** Retry when nothing worse happened than what a retry may mend. */
    static int exitCode(List<WrittenSession> written) {
        int code = ExitCode.DONE;
        for (WrittenSession one : written) {
            if (one.failure.isPresent()) {
                if (!one.failure.get().retryable()) {
                    return ExitCode.REFUSED;
                }
                code = ExitCode.RETRY;
            }
        }
        return code;
    }
}
