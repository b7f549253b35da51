package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Sha256;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files of an entry while it is made. */
final class EntryDraft {
    private final long number;
    private final String token = Disk.randomHex(16);
    private final List<FileChange> files = new ArrayList<>();
    private final List<FileAppend> appends = new ArrayList<>();
    private final List<FileChange> ownFiles = new ArrayList<>();
    private final List<FileAppend> ownAppends = new ArrayList<>();
    private final List<byte[]> payloads = new ArrayList<>();

    EntryDraft(long number) {
        this.number = number;
    }

    void change(String path, @Nullable String before, byte @Nullable [] after) {
        files.add(new FileChange(
                path, before, after == null ? null : Sha256.hex(after), after == null ? null : add(after)));
    }

    void append(String path, long before, byte[] bytes) {
        appends.add(new FileAppend(path, before, bytes.length, Sha256.hex(bytes), add(bytes)));
    }

    /** Puts a file of our own state in the place of what stands there, whatever that is. */
    void ownFile(String name, byte[] after) {
        ownFiles.add(new FileChange(name, null, Sha256.hex(after), add(after)));
    }

    /** Adds to a file of our own state. */
    void ownAppend(String name, long before, byte[] bytes) {
        ownAppends.add(new FileAppend(name, before, bytes.length, Sha256.hex(bytes), add(bytes)));
    }

    private String add(byte[] bytes) {
        payloads.add(bytes);
        return payload(payloads.size() - 1);
    }

    private String payload(int place) {
        return number + "-" + token.substring(0, 8) + "-" + place;
    }

    boolean isEmpty() {
        return files.isEmpty() && appends.isEmpty();
    }

    private OwnState own() {
        return new OwnState(ownFiles, ownAppends);
    }

    /** What cannot be installed is refused before the entry holds. */
    void requireWritable(WorkspaceLayout layout) {
        files.forEach(file -> layout.writable(file.path()));
        appends.forEach(append -> layout.writable(append.path()));
        own().names().forEach(name -> layout.writable(layout.path(layout.runtime(name))));
    }

    /** The entry, its payloads in the journal. */
    JournalEntry write(
            Journal journal,
            TransactionRequest request,
            String message,
            Counters counters,
            OpenPieces pieces,
            OffsetDateTime at)
            throws IOException {
        for (int i = 0; i < payloads.size(); i++) {
            journal.writePayload(payload(i), payloads.get(i));
        }
        return new JournalEntry(
                number,
                token,
                request.operation(),
                request.caller(),
                message,
                at,
                files,
                appends,
                own(),
                request.batch(),
                counters,
                pieces);
    }
}
