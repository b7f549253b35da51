package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the frames of a v2 archive in one pass over its bytes. Lines end with LF and nothing else, so that any
 * character somebody said stays inside its record.
 */
final class FrameReader {
    private static final String ANCHOR = "<a id=\"";
    private static final String ANCHOR_END = "\"></a>";
    private static final String ID = "<!-- source-id:";
    private static final String SPEAKER = "<!-- speaker-id:";
    private static final String META = "<!-- source-meta:";
    private static final String COUNT = "<!-- record-lines:";
    private static final String END = " -->";
    private static final int MAX_COUNT_DIGITS = 9;

    private final String path;
    private final byte[] bytes;
    private final Utf8 utf8;
    private final Set<SourceRef> seen = new HashSet<>();
    private int at;
    private int line;
    private AppendPoint appendPoint = AppendPoint.AFTER_RECORD;
    private @Nullable ArchiveProblem problem;
    private String lastToken = "";
    private @Nullable SourceMetadata lastMetadata;
    private String lastThread = "";

    FrameReader(String path, byte[] bytes) {
        this.path = path;
        this.bytes = bytes;
        this.utf8 = new Utf8(bytes);
    }

    AppendPoint appendPoint() {
        return appendPoint;
    }

    @Nullable
    ArchiveProblem problem() {
        return problem;
    }

    void read(Consumer<SourceFrame> frames) {
        if (marker()) {
            readFrames(frames);
        }
    }

    /** Reads what was appended at a place: an empty line first, unless one ended what was there. */
    void readFrom(int from, Consumer<SourceFrame> frames) {
        at = from < bytes.length && bytes[from] == '\n' ? from + 1 : from;
        for (int i = 0; i < at; i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        readFrames(frames);
    }

    private void readFrames(Consumer<SourceFrame> frames) {
        while (at < bytes.length) {
            SourceFrame frame = frame();
            if (frame == null) {
                return;
            }
            frames.accept(frame);
            if (at == bytes.length) {
                // The line feed of the record is the last byte: the separator is the nothing after it.
                return;
            }
            at++;
            line++;
        }
        appendPoint = AppendPoint.AFTER_EMPTY_LINE;
    }

    private boolean marker() {
        byte[] marker = (SourceArchive.MARKER + "\n").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < marker.length; i++) {
            if (i >= bytes.length || bytes[i] != marker[i]) {
                fail(i, SourceArchive.MARKER + " and a line feed", i >= bytes.length ? "the end" : "another byte");
                return false;
            }
        }
        at = marker.length;
        line = 1;
        if (at == bytes.length) {
            return false;
        }
        if (bytes[at] != '\n') {
            fail(at, "an empty line after the marker", "another byte");
            return false;
        }
        at++;
        line++;
        return true;
    }

    private @Nullable SourceFrame frame() {
        int start = at;
        int anchorAt = at;
        String anchor = comment(ANCHOR, ANCHOR_END);
        if (anchor == null) {
            return fault(anchorAt, "an anchor line, " + ANCHOR + "…" + ANCHOR_END);
        }
        int idAt = at;
        String id = comment(ID, END);
        if (id == null) {
            return fault(idAt, "an id line, " + ID + "…" + END);
        }
        SourceRef ref = ref(id, idAt);
        if (ref == null) {
            return null;
        }
        if (!SourceLocations.anchor(ref).equals(anchor)) {
            return fail(anchorAt, "the anchor of " + ref, "another anchor");
        }
        String speaker = null;
        if (starts(SPEAKER)) {
            int speakerAt = at;
            String token = comment(SPEAKER, END);
            Optional<String> decoded = token == null ? Optional.empty() : PercentCodec.speakerId(token);
            if (decoded.isEmpty()) {
                return fault(speakerAt, "a canonical speaker token");
            }
            speaker = decoded.get();
        }
        SourceMetadata metadata = null;
        if (starts(META)) {
            int metaAt = at;
            metadata = metadata(comment(META, END));
            if (metadata == null) {
                return fault(metaAt, "a canonical metadata token");
            }
        }
        int countAt = at;
        int count = count(comment(COUNT, END));
        return count == 0
                ? fault(countAt, "a line count, " + COUNT + "N" + END)
                : record(start, ref, anchor, speaker, metadata, count);
    }

    private @Nullable SourceFrame record(
            int start,
            SourceRef ref,
            String anchor,
            @Nullable String speaker,
            @Nullable SourceMetadata metadata,
            int count) {
        int from = at;
        int firstEnd = -1;
        int end = at;
        for (int i = 0; i < count; i++) {
            end = lineFeed(end);
            if (end < 0) {
                return fail(bytes.length, count + " lines of the record at byte " + from, "the end");
            }
            firstEnd = firstEnd < 0 ? end : firstEnd;
            end++;
        }
        if (end < bytes.length && bytes[end] != '\n') {
            return fail(end, "an empty line after the record", "another byte");
        }
        int contentFrom = headEnd(from, firstEnd);
        String head = contentFrom < 0 ? null : utf8.decode(from, contentFrom);
        RecordLine first = head == null ? null : RecordLine.read(head);
        if (first == null) {
            return badRecord(from, end - 1);
        }
        String content = utf8.decode(contentFrom, end - 1);
        if (content == null) {
            return badRecord(from, end - 1);
        }
        int recordLine = line;
        line += count;
        at = end;
        return new SourceFrame(
                ref, anchor, speaker, metadata, first.stamp(), first.label(), content, recordLine, start, end - start);
    }

    private @Nullable SourceFrame badRecord(int from, int end) {
        return utf8.firstFault(from, end).isPresent()
                ? fail(utf8.firstFault(from, end).getAsInt(), "UTF-8", "another encoding")
                : fail(from, "a record line, [TIMESTAMP] LABEL: CONTENT", "a line without that beginning");
    }

    /** Where the words of a record begin; -1 when it does not begin like one. Never decodes the words. */
    private int headEnd(int from, int to) {
        if (bytes[from] != '[') {
            return -1;
        }
        int close = from;
        while (close < to && bytes[close] != ']') {
            close++;
        }
        int plain = close + 2;
        boolean simple = plain < to && bytes[close + 1] == ' ' && bytes[plain] > ' ';
        if (!simple) {
            // Unusual white space: let the text reader decide, on this one line.
            String text = utf8.decode(from, to);
            RecordLine first = text == null ? null : RecordLine.read(text);
            if (text == null || first == null) {
                return -1;
            }
            return from + text.substring(0, first.contentStart()).getBytes(StandardCharsets.UTF_8).length;
        }
        for (int i = plain + 1; i + 1 < to; i++) {
            if (bytes[i] == ':' && bytes[i + 1] == ' ') {
                return i + 2;
            }
        }
        return -1;
    }

    private @Nullable SourceRef ref(String id, int idAt) {
        if (!SourceRef.isValid(id)) {
            fail(idAt, "a safe source id", "an id that is none");
            return null;
        }
        SourceRef ref = new SourceRef(id);
        int turn = ref.dialogue() ? 0 : id.length() - ref.turn().length();
        boolean here = turn > 0 && id.substring(0, turn).equals(lastThread);
        if (!here && !SourceLocations.v2Path(ref).equals(Optional.of(path))) {
            fail(idAt, "an id that belongs to this file", "an id that belongs elsewhere");
            return null;
        }
        lastThread = id.substring(0, turn);
        if (!seen.add(ref)) {
            fail(idAt, "an id of its own", "an id that stands above already");
            return null;
        }
        return ref;
    }

    private @Nullable SourceMetadata metadata(@Nullable String token) {
        if (token == null) {
            return null;
        }
        // Most frames of a session carry the same token.
        if (!token.equals(lastToken)) {
            lastMetadata = SourceMetadata.decode(token).orElse(null);
            lastToken = token;
        }
        return lastMetadata;
    }

    private static int count(@Nullable String digits) {
        if (digits == null || digits.isEmpty() || digits.length() > MAX_COUNT_DIGITS) {
            return 0;
        }
        for (int i = 0; i < digits.length(); i++) {
            if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
                return 0;
            }
        }
        return Integer.parseInt(digits);
    }

    private boolean starts(String prefix) {
        if (at + prefix.length() > bytes.length) {
            return false;
        }
        for (int i = 0; i < prefix.length(); i++) {
            if (bytes[at + i] != prefix.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** What stands between prefix and suffix on this line, and goes to the next; null when the line is another. */
    private @Nullable String comment(String prefix, String suffix) {
        int end = lineFeed(at);
        if (end < 0 || !starts(prefix)) {
            return null;
        }
        String text = utf8.decode(at + prefix.length(), end);
        if (text == null || !text.endsWith(suffix)) {
            return null;
        }
        at = end + 1;
        line++;
        return text.substring(0, text.length() - suffix.length());
    }

    private int lineFeed(int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** A line that is not what it should be: badly encoded, cut off, or simply another. */
    private @Nullable SourceFrame fault(int from, String expected) {
        int end = lineFeed(from);
        if (end < 0) {
            return fail(from, expected, "a line without its end");
        }
        return utf8.firstFault(from, end).isPresent()
                ? fail(utf8.firstFault(from, end).getAsInt(), "UTF-8", "another encoding")
                : fail(from, expected, "a line of " + (end - from) + " bytes that is none");
    }

    private @Nullable SourceFrame fail(int offset, String expected, String found) {
        problem = new ArchiveProblem(path, offset, expected, found);
        return null;
    }
}
