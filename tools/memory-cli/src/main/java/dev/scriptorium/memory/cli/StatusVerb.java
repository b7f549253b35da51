package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.write.FailureCode;
import dev.scriptorium.memory.cli.json.JsonObject;
import dev.scriptorium.memory.local.CheckFinding;
import dev.scriptorium.memory.local.HistoryReport;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.RefusedBatch;
import dev.scriptorium.memory.local.WatcherReport;
import dev.scriptorium.memory.local.WorkspaceStatus;
import dev.scriptorium.memory.local.WriterReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;

/** Tells what a workspace holds and how it does. */
@Command(name = "status", description = "What the workspace holds and how it does.")
final class StatusVerb extends Verb {
    private static final int FAULTS_SHOWN = 5;

    @Override
    int run(Output output) {
        try (LocalMemoryBackend backend = openExisting()) {
            WorkspaceStatus status = backend.workspace().read().status();
            if (output.json()) {
                output.document(json(status));
            } else {
                print(status, output);
            }
        }
        return ExitCode.DONE;
    }

    private static JsonObject json(WorkspaceStatus status) {
        return new JsonObject()
                .put("workspace", status.workspace().value())
                .put("revision", status.revision().value())
                .put("topics", status.topics())
                .put("blocks", status.blocks())
                .put("sources", status.sources())
                .put("turns_archived", status.turnsArchived())
                .put("pending_turns", status.pendingTurns())
                .put("waiting_turns", status.waitingTurns())
                .put("pending_since", status.pendingSince())
                .put("writer", writer(status.writer()))
                .put("watcher", watcher(status.watcher()))
                .put("history", history(status.history()))
                .put(
                        "held",
                        status.held()
                                .map(held -> new JsonObject()
                                        .put("code", "MASS_DELETION_HELD")
                                        .put("blocks", held.gone()))
                                .orElse(null))
                .put(
                        "unadopted",
                        status.unadopted().stream().map(TopicPath::value).toList())
                .put("refused_batches", refused(status.refusedBatches()))
                .put(
                        "index",
                        new JsonObject()
                                .put("documents", status.indexDocuments())
                                .put("current", status.indexCurrent()))
                .put(
                        "core",
                        new JsonObject()
                                .put("tokens", status.coreTokens())
                                .put("budget", status.coreBudget())
                                .put(
                                        "omitted",
                                        status.coreOmitted().stream()
                                                .map(BlockId::value)
                                                .toList()))
                .put("quarantined", quarantined(status.quarantined()))
                .put("notes", notes(status.notes()));
    }

    private static JsonObject writer(WriterReport writer) {
        JsonObject failure = writer.lastFailureAt().isEmpty()
                ? null
                : new JsonObject()
                        .put("at", writer.lastFailureAt())
                        .put("code", writer.lastFailureCode().map(FailureCode::name))
                        .put("retryable", writer.lastFailureRetryable());
        return new JsonObject()
                .put("last_outcome", writer.lastOutcome())
                .put("last_success_at", writer.lastSuccessAt())
                .put("last_failure", failure);
    }

    private static JsonObject watcher(WatcherReport watcher) {
        return new JsonObject()
                .put("last_look_at", watcher.lastLookAt().map(Instant::toString))
                .put("sessions", watcher.sessions())
                .put("seen_to", watcher.seenTo())
                .put("put_off", watcher.putOff())
                .put("last_night", watcher.lastNight().map(Instant::toString));
    }

    private static JsonObject history(HistoryReport history) {
        return new JsonObject()
                .put("head", history.head())
                .put("behind", history.behind())
                .put("reason", history.reason());
    }

    private static List<JsonObject> refused(List<RefusedBatch> batches) {
        List<JsonObject> list = new ArrayList<>();
        for (RefusedBatch batch : batches) {
            list.add(new JsonObject()
                    .put("session", batch.session().value())
                    .put("code", batch.code().name()));
        }
        return list;
    }

    private static List<JsonObject> quarantined(List<Violation> violations) {
        List<JsonObject> list = new ArrayList<>();
        for (Violation violation : violations) {
            list.add(new JsonObject()
                    .put("path", violation.path())
                    .put("line", violation.line())
                    .put("rule", violation.rule())
                    .put("hint", violation.hint()));
        }
        return list;
    }

    private static List<JsonObject> notes(List<CheckFinding> findings) {
        List<JsonObject> list = new ArrayList<>();
        for (CheckFinding finding : findings) {
            list.add(new JsonObject().put("code", finding.code()).put("message", finding.message()));
        }
        return list;
    }

    private static void print(WorkspaceStatus status, Output output) {
        row("workspace", status.workspace() + "  revision " + status.revision(), output);
        row("memory", Words.count(status.topics(), "topic") + ", " + Words.count(status.blocks(), "block"), output);
        row(
                "archive",
                Words.count(status.turnsArchived(), "turn") + " in " + Words.count(status.sources(), "source"),
                output);
        row(
                "pending",
                Words.count(status.pendingTurns(), "turn") + " due, " + status.waitingTurns() + " waiting"
                        + status.pendingSince().map(time -> ", since " + time).orElse(""),
                output);
        WriterReport writer = status.writer();
        row("writer", writer.lastOutcome().orElse("has not run"), output);
        writer.lastFailureAt()
                .ifPresent(at -> row(
                        "",
                        "last failure "
                                + writer.lastFailureCode()
                                        .map(FailureCode::name)
                                        .orElse("") + " at " + at
                                + (writer.lastFailureRetryable() ? ", may be retried" : ""),
                        output));
        row("watcher", watching(status.watcher()), output);
        HistoryReport history = status.history();
        row(
                "history",
                history.head()
                                .map(head -> head.substring(0, Math.min(8, head.length())))
                                .orElse("none")
                        + (history.behind() == 0 ? "" : ", owes " + Words.count(history.behind(), "commit"))
                        + history.reason().map(reason -> " (" + reason + ")").orElse(""),
                output);
        row("index", status.indexDocuments() + " documents" + (status.indexCurrent() ? "" : ", behind"), output);
        row(
                "resident",
                status.coreTokens() + " of " + status.coreBudget() + " tokens"
                        + (status.coreOmitted().isEmpty() ? "" : ", leaves out " + status.coreOmitted()),
                output);
        status.held()
                .ifPresent(held -> row(
                        "held",
                        held.gone() + " of " + held.before()
                                + " blocks are gone; bring the files back, or accept it with check --accept",
                        output));
        status.unadopted().forEach(path -> row("edited", path + ", not adopted yet", output));
        status.refusedBatches().forEach(batch -> row("refused", batch.session() + ": " + batch.code(), output));
        quarantine(status.quarantined(), output);
        status.notes().forEach(note -> row("note", note.code() + ": " + note.message(), output));
    }

    private static String watching(WatcherReport watcher) {
        return watcher.lastLookAt()
                .map(at -> "last look at " + Words.count(watcher.sessions(), "session") + " " + at
                        + (watcher.seenTo() == 0 ? "" : ", " + watcher.seenTo() + " seen to")
                        + (watcher.putOff() == 0 ? "" : ", " + watcher.putOff() + " put off")
                        + watcher.lastNight()
                                .map(night -> "; last night " + night)
                                .orElse(""))
                .orElse("has not run");
    }

    /** The first faults of each file: one bad paste may have thousands. */
    private static void quarantine(List<Violation> violations, Output output) {
        Map<String, List<Violation>> byFile = new TreeMap<>();
        violations.forEach(violation -> byFile.computeIfAbsent(violation.path(), path -> new ArrayList<>())
                .add(violation));
        byFile.forEach((path, all) -> {
            all.stream()
                    .limit(FAULTS_SHOWN)
                    .forEach(fault -> row(
                            "quarantine",
                            path + ":" + fault.line() + " " + fault.rule() + "; " + fault.hint(),
                            output));
            if (all.size() > FAULTS_SHOWN) {
                row("quarantine", path + ": and " + (all.size() - FAULTS_SHOWN) + " more", output);
            }
        });
    }

    private static void row(String name, String value, Output output) {
        output.text(String.format("%-11s%s", name, value));
    }
}
