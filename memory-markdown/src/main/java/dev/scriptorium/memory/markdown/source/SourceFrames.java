package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.PathOrder;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.session.Trust;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Writes frames. An archive only ever grows at its end, and archiving a turn again changes nothing.
 *
 * @since 0.1
 */
public final class SourceFrames {
    private SourceFrames() {}

    /** The turns by the archive they belong to, archives in path order, turns in the order given. */
    public static SortedMap<String, List<SourceFrame>> byArchive(Collection<SourceFrame> frames) {
        SortedMap<String, List<SourceFrame>> byArchive = new TreeMap<>(PathOrder.BY_COMPONENT);
        for (SourceFrame frame : frames) {
            byArchive
                    .computeIfAbsent(SourceSafety.v2Path(frame.ref()), path -> new ArrayList<>())
                    .add(frame);
        }
        return byArchive;
    }

    /** The lines of one frame, each with its line feed; the empty line between frames is no part of it. */
    public static String render(SourceFrame frame) {
        StringBuilder out = new StringBuilder(frame.content().length() + 512);
        out.append("<a id=\"").append(frame.anchor()).append("\"></a>\n");
        out.append("<!-- source-id:").append(frame.ref()).append(" -->\n");
        if (frame.speakerId() != null) {
            out.append("<!-- speaker-id:")
                    .append(PercentCodec.speaker(frame.speakerId()))
                    .append(" -->\n");
        }
        if (frame.metadata() != null) {
            out.append("<!-- source-meta:").append(frame.metadata().encode()).append(" -->\n");
        }
        long lines = 1 + frame.content().chars().filter(c -> c == '\n').count();
        out.append("<!-- record-lines:").append(lines).append(" -->\n");
        out.append('[').append(frame.stamp()).append("] ").append(frame.label()).append(": ");
        return out.append(frame.content()).append('\n').toString();
    }

    /** A whole new archive. */
    public static ArchiveAppend newFile(List<SourceFrame> frames) {
        return append(AppendPoint.NEW_FILE, ref -> false, frames);
    }

    /**
     * What is to be appended to an archive.
     *
     * @throws MemoryException {@code SOURCE_MODIFIED} when the archive is not complete
     */
    public static ArchiveAppend append(SourceArchive archive, List<SourceFrame> frames) {
        if (archive.problem().isPresent()) {
            throw new MemoryException(
                    ErrorCode.SOURCE_MODIFIED,
                    "nothing is appended to a damaged archive: "
                            + archive.problem().get());
        }
        if (!frames.isEmpty() && !SourceSafety.v2Path(frames.get(0).ref()).equals(archive.path())) {
            throw new IllegalArgumentException("\"" + frames.get(0).ref() + "\" does not belong to " + archive.path());
        }
        Set<SourceRef> archived = new HashSet<>();
        archive.frames().forEach(frame -> archived.add(frame.ref()));
        return append(archive.appendPoint(), archived::contains, frames);
    }

    /**
     * What is to be appended to a complete archive whose end and whose names are known.
     *
     * @param end what stands at its end
     * @param archived which turns it holds
     * @param frames turns of that archive; those it holds, and repetitions, are left out
     * @throws MemoryException {@code INVALID_ARGUMENT} when a frame could not be read back
     * @throws IllegalArgumentException when the frames belong to several archives
     */
    public static ArchiveAppend append(AppendPoint end, Predicate<SourceRef> archived, List<SourceFrame> frames) {
        StringBuilder out = new StringBuilder();
        List<SourceFrame> added = new ArrayList<>();
        Set<SourceRef> seen = new HashSet<>();
        int replaced = 0;
        for (SourceFrame frame : frames) {
            if (archived.test(frame.ref()) || !seen.add(frame.ref())) {
                continue;
            }
            SourceSafety.requireSafe(frame);
            requireTogether(frames.get(0), frame);
            if (!added.isEmpty() || end == AppendPoint.AFTER_RECORD) {
                out.append('\n');
            } else if (end == AppendPoint.NEW_FILE) {
                out.append(SourceArchive.MARKER).append("\n\n");
            }
            replaced += frame.loneSurrogates();
            SourceFrame stored = frame.wellFormed();
            out.append(render(stored));
            added.add(stored);
        }
        return new ArchiveAppend(out.toString().getBytes(StandardCharsets.UTF_8), added, replaced);
    }

    private static void requireTogether(SourceFrame first, SourceFrame frame) {
        SourceRef a = first.ref();
        SourceRef b = frame.ref();
        boolean together = a.namespace().equals(b.namespace()) && a.thread().equals(b.thread());
        if (!together && !SourceLocations.v2Path(a).equals(SourceLocations.v2Path(b))) {
            throw new IllegalArgumentException("not of one archive: \"" + a + "\" and \"" + b + "\"");
        }
    }

    /**
     * The archive with another trust for one of its turns; only that turn's metadata line changes.
     *
     * @param archive the bytes the frame was read from
     * @throws IllegalArgumentException when the frame has no metadata or does not stand in these bytes
     */
    public static byte[] withTrust(byte[] archive, SourceFrame frame, Trust trust) {
        SourceMetadata metadata = frame.metadata();
        int end = frame.offset() + frame.length();
        if (metadata == null || frame.offset() < 0 || end > archive.length) {
            throw new IllegalArgumentException("no metadata of " + frame.ref() + " stands in this archive");
        }
        byte[] prefix = "<!-- source-meta:".getBytes(StandardCharsets.UTF_8);
        int from = frame.offset();
        while (!startsWith(archive, from, prefix)) {
            while (from < end && archive[from] != '\n') {
                from++;
            }
            from++;
            if (from >= end) {
                throw new IllegalArgumentException("no metadata of " + frame.ref() + " stands in this archive");
            }
        }
        int to = from;
        while (archive[to] != '\n') {
            to++;
        }
        byte[] line =
                ("<!-- source-meta:" + metadata.withTrust(trust).encode() + " -->").getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[archive.length - (to - from) + line.length];
        System.arraycopy(archive, 0, out, 0, from);
        System.arraycopy(line, 0, out, from, line.length);
        System.arraycopy(archive, to, out, from + line.length, archive.length - to);
        return out;
    }

    private static boolean startsWith(byte[] bytes, int from, byte[] prefix) {
        if (from + prefix.length > bytes.length) {
            return false;
        }
        for (int i = 0; i < prefix.length; i++) {
            if (bytes[from + i] != prefix[i]) {
                return false;
            }
        }
        return true;
    }
}
