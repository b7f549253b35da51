package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.source.SourceLocations;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts archives back that somebody changed, cut or removed. Archives only ever grow, so nothing else is ever put in the
 * place of one: neither what holds less than the memory archived, nor anything over one that is whole.
 */
final class ArchiveRepair {
    private ArchiveRepair() {}

    /**
     * Refuses what must not be put back.
     *
     * @param archives the bytes that they are to hold, by path
     * @throws MemoryException {@code READ_ONLY_PATH} for an archive that is whole and holds something else,
     *     {@code SOURCE_MODIFIED} for bytes that are not what the memory archived
     */
    static void check(Map<String, byte[]> archives, Snapshot now) {
        archives.forEach((path, bytes) -> {
            OutsideArchive edited = now.outsideArchives().get(path);
            FileTree.Known known = edited == null ? now.files().get(path) : edited.adopted();
            if (isThere(path, bytes, now)) {
                return;
            }
            boolean whole = edited == null || !edited.modified();
            if (known != null && whole && (edited != null || !goesOn(bytes, known))) {
                throw new MemoryException(
                        ErrorCode.READ_ONLY_PATH,
                        path + " is whole, and archives are only ever appended to; there is nothing to restore");
            }
            boolean right = known == null ? isArchive(path, bytes) : goesOn(bytes, known);
            if (!right) {
                throw new MemoryException(
                        ErrorCode.SOURCE_MODIFIED,
                        path + " in that commit is not what this memory archived last (" + bytes.length + " bytes, "
                                + (known == null ? "no whole archive" : "expected " + known.length())
                                + "); choose the latest commit that changed it, or accept the file with check --accept");
            }
        });
    }

    /** Drafts what puts archives back, as far as they need it; returns what the archives hold then. */
    static SourceIndex draft(EntryDraft draft, Map<String, byte[]> archives, Snapshot now, SourceIndex sources) {
        check(archives, now);
        SourceIndex repaired = sources;
        for (Map.Entry<String, byte[]> archive : archives.entrySet()) {
            String path = archive.getKey();
            if (!isThere(path, archive.getValue(), now)) {
                OutsideArchive edited = now.outsideArchives().get(path);
                draft.change(path, edited == null ? null : edited.seen().hash().hex(), archive.getValue());
                repaired = repaired.with(path, archive.getValue());
            }
        }
        return repaired;
    }

    private static boolean isThere(String path, byte[] bytes, Snapshot now) {
        return !now.outsideArchives().containsKey(path) && is(bytes, now.files().get(path));
    }

    private static boolean is(byte[] bytes, FileTree.@Nullable Known known) {
        return known != null && known.hash().hex().equals(Sha256.hex(bytes));
    }

    /** Whether bytes are what is known, or that and more. */
    private static boolean goesOn(byte[] bytes, FileTree.Known known) {
        return bytes.length >= known.length() && known.hash().hex().equals(Sha256.hex(bytes, (int) known.length()));
    }

    private static boolean isArchive(String path, byte[] bytes) {
        return !SourceLocations.isV2Path(path)
                || SourceArchive.read(path, bytes).complete();
    }
}
