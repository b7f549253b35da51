package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.markdown.source.ArchiveAppend;
import dev.scriptorium.memory.markdown.source.SourceFrame;
import dev.scriptorium.memory.markdown.source.SourceFrames;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.source.SourceSafety;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What turns add to their archives, those that are archived already left out. Immutable.
 *
 * @param byPath the additions by the path of their archive
 */
record ArchiveAppends(Map<String, ArchiveAppend> byPath) {

    /**
     * The additions that some turns make to the archives of a state; the whole batch is checked first.
     *
     * @throws MemoryException {@code SOURCE_COLLISION} and its like; {@code SOURCE_MODIFIED} when an archive cannot be
     *     read to its end
     */
    static ArchiveAppends of(List<SourceFrame> frames, Snapshot now) {
        Map<String, ArchiveAppend> appends = new TreeMap<>();
        if (frames.isEmpty()) {
            return new ArchiveAppends(appends);
        }
        SourceSafety.preflight(frames, now.sources());
        SourceFrames.byArchive(frames).forEach((path, turns) -> {
            if (!now.sources().complete(path)) {
                throw new MemoryException(
                        ErrorCode.SOURCE_MODIFIED,
                        path + " cannot be read to its end; mend or restore it before anything is added");
            }
            ArchiveAppend append = SourceFrames.append(now.sources().appendPoint(path), now.sources()::archived, turns);
            if (!append.added().isEmpty()) {
                appends.put(path, append);
            }
        });
        return new ArchiveAppends(appends);
    }

    /** The archives once this is in them. */
    SourceIndex to(SourceIndex sources) {
        SourceIndex after = sources;
        for (Map.Entry<String, ArchiveAppend> append : byPath.entrySet()) {
            after = after.withAppended(append.getKey(), append.getValue().added());
        }
        return after;
    }

    /** How many halves of characters were replaced (D18). */
    int replacedSurrogates() {
        return byPath.values().stream()
                .mapToInt(ArchiveAppend::replacedSurrogates)
                .sum();
    }
}
