package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;

/**
 * One archived turn that is trusted from now on: its metadata line says so, and the audit says who did it. Both or neither;
 * a turn that is trusted already gets no line. Immutable.
 *
 * @since 0.1
 */
public final class TrustedSource implements Admission {
    /** The audit, below the directory of our own state. */
    public static final String AUDIT = "trust-audit.jsonl";

    private final SourceRef ref;
    private final SourceProvenance by;
    private final Instant at;

    /** Trust in a turn, given by somebody who may give it. */
    public TrustedSource(SourceRef ref, SourceProvenance by, Instant at) {
        this.ref = ref;
        this.by = by;
        this.at = at;
    }

    @Override
    public Set<String> touched() {
        return Set.of(SourceLocations.v2Path(ref).orElse(SourceLocations.legacyPath(ref)));
    }

    @Override
    public void check(WorkspaceLayout layout, Snapshot now) {
        ArchivedSource source = now.sources()
                .find(ref)
                .orElseThrow(() -> new MemoryException(
                        ErrorCode.MISSING_SOURCE,
                        "no archive holds \"" + ref + "\"; name a turn as search or why prints it"));
        String path = source.path();
        if (now.modifiedArchives().contains(path) || !now.sources().complete(path)) {
            throw new MemoryException(
                    ErrorCode.SOURCE_MODIFIED,
                    path + " is not whole, or not what this memory wrote; restore it from history, or accept it with"
                            + " check --accept, before a turn of it is trusted");
        }
    }

    @Override
    public SourceIndex draft(WorkspaceLayout layout, EntryDraft draft, Snapshot now, SourceIndex sources)
            throws IOException {
        check(layout, now);
        ArchivedSource source = sources.find(ref).orElseThrow();
        if (source.trust() == Trust.TRUSTED) {
            return sources;
        }
        String path = source.path();
        byte[] archive = Files.readAllBytes(layout.file(path));
        String before = now.hash(path).orElse("");
        if (!Sha256.hex(archive).equals(before)) {
            throw new MemoryException(ErrorCode.CONCURRENT_UPDATE, path + " was changed at this moment; try again");
        }
        SourceFrame frame = SourceArchive.read(path, archive).frame(ref).orElseThrow();
        byte[] trusted = SourceFrames.withTrust(archive, frame, Trust.TRUSTED);
        draft.change(path, before, trusted);
        Path audit = layout.runtime(AUDIT);
        long length = Files.exists(audit, LinkOption.NOFOLLOW_LINKS) ? Files.size(audit) : 0;
        String line = (endsWithLine(audit, length) ? "" : "\n") + line(frame) + "\n";
        draft.ownAppend(AUDIT, length, line.getBytes(StandardCharsets.UTF_8));
        return sources.with(path, trusted);
    }

    /** Whether a new line can begin at the end: what somebody left there must not swallow it. */
    private static boolean endsWithLine(Path file, long length) throws IOException {
        if (length == 0) {
            return true;
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.seek(length - 1);
            return in.read() == '\n';
        }
    }

    private String line(SourceFrame frame) {
        return JsonObject.create()
                .put("timestamp", at.toString())
                .put("action", "promote")
                .put("source_id", ref.value())
                .put("principal_id", by.principal())
                .put("speaker_id", frame.speakerId())
                .put("authority_tier", by.tier().word())
                .toString();
    }
}
