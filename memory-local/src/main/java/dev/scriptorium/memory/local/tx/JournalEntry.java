package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One transaction as the journal holds it: everything needed to complete it, commit it and mark its turns. Once its
 * manifest stands under its final name, the transaction has happened.
 *
 * @param number its place in the order of transactions, from 1; the generation of the workspace once installed
 * @param token random, so that two workspaces with one number are told apart
 * @param operation the operation id, also in the commit and in log lines
 * @param caller who asked
 * @param message the commit message
 * @param at when
 * @param files files replaced, created or removed
 * @param appends archives appended to
 * @param own what it does to the memory's own small files
 * @param batch turns written by it; null for none
 * @param counters what was written since the last organise pass, this entry included
 * @param pieces the turns that are shown in part, this entry included
 * @since 0.1
 */
public record JournalEntry(
        long number,
        String token,
        String operation,
        String caller,
        String message,
        OffsetDateTime at,
        List<FileChange> files,
        List<FileAppend> appends,
        OwnState own,
        @Nullable BatchRecord batch,
        Counters counters,
        OpenPieces pieces) {
    /** The newest form of the manifest that this version reads. */
    static final int FORMAT = 1;

    /** Copies the lists. */
    public JournalEntry {
        files = List.copyOf(files);
        appends = List.copyOf(appends);
    }

    /** Whether it does nothing but archive, and so may wait to be committed with the entry after it. */
    public boolean archivesOnly() {
        return files.isEmpty() && batch == null;
    }

    /** Whether it does anything to topics. */
    boolean changesFiles() {
        return !files.isEmpty();
    }

    /** Names of the files in the journal that belong to it, the manifest left out. */
    public List<String> payloads() {
        return Stream.of(
                        files.stream().map(FileChange::payload),
                        appends.stream().map(FileAppend::payload),
                        own.files().stream().map(FileChange::payload),
                        own.appends().stream().map(FileAppend::payload))
                .flatMap(names -> names)
                .filter(java.util.Objects::nonNull)
                .toList();
    }

    JsonObject toJson() {
        JsonObject json = JsonObject.create()
                .put("format", FORMAT)
                .put("entry", number)
                .put("token", token)
                .put("operation", operation)
                .put("caller", caller)
                .put("message", message)
                .put("at", at.toString())
                .putObjects("files", files.stream().map(FileChange::toJson).toList())
                .putObjects("appends", appends.stream().map(FileAppend::toJson).toList())
                .put("counters", counters.toJson());
        if (!own.isEmpty()) {
            json.put("own", own.toJson());
        }
        if (batch != null) {
            json.put("batch", batch.toJson());
        }
        if (!pieces.pieces().isEmpty()) {
            json.putObjects("pieces", pieces.toJson());
        }
        return json;
    }

    static JournalEntry read(JsonObject json) {
        return new JournalEntry(
                json.requireNumber("entry"),
                json.requireText("token"),
                json.requireText("operation"),
                json.requireText("caller"),
                json.requireText("message"),
                OffsetDateTime.parse(json.requireText("at")),
                json.objects("files").stream().map(FileChange::read).toList(),
                json.objects("appends").stream().map(FileAppend::read).toList(),
                json.object("own").map(OwnState::read).orElse(OwnState.NONE),
                json.object("batch").map(BatchRecord::read).orElse(null),
                Counters.read(json.object("counters")),
                OpenPieces.read(json.objects("pieces")));
    }
}
