package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.markdown.normalize.StoredTopic;
import dev.scriptorium.memory.markdown.normalize.TopicSummary;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.AppendPoint;
import dev.scriptorium.memory.markdown.source.ArchiveListing;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the memory holds of every file of topics and sources, written down so that the next process need not read them,
 * and another one learns what this one has installed: a base file, and a log of what was installed since. A line a file,
 * each with a checksum; a line of the entry ends what belongs to it. What cannot be read means that nothing is known:
 * the files are read again.
 */
final class CatalogueFile {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogueFile.class);
    private static final String HEAD = "scriptorium-catalogue 2 ";
    private static final String END = "end";
    private static final String SHOWN = "shown";
    private static final int STAMP_FIELDS = 6;
    /** The characters before a line: its checksum and a space. */
    private static final int SUM = 9;

    private static final int MIN_LOG = 64 << 10;

    private final WorkspaceLayout layout;
    private final TopicTexts texts;
    private final Path base;
    private final Path log;
    private @Nullable String token;
    /** How much of the log is known. */
    private long read;
    /** The number of the last entry that is in it. */
    private long number;
    /** Whether the views show what was read, and nothing else. */
    private boolean shown;

    CatalogueFile(WorkspaceLayout layout, TopicTexts texts) {
        this.layout = layout;
        this.texts = texts;
        this.base = layout.runtime("catalogue");
        this.log = layout.runtime("catalogue.log");
    }

    /** The state as it was written down; empty when nothing was, or nothing that can be read. */
    Optional<Snapshot> read() throws IOException {
        try {
            List<String> lines = lines(base, 0).lines();
            if (lines.size() < 3
                    || !lines.get(0).startsWith(HEAD)
                    || !lines.get(lines.size() - 1).equals(END)) {
                return Optional.empty();
            }
            String name = lines.get(0).substring(HEAD.length());
            Reading reading = new Reading(null);
            lines.subList(1, lines.size() - 1).forEach(reading::take);
            read = 0;
            Lines since = lines(log, 0);
            if (!since.lines().isEmpty() && since.lines().get(0).equals(HEAD + name)) {
                reading.takeWhole(since.lines().subList(1, since.lines().size()));
                read = since.end();
            }
            token = name;
            number = reading.number;
            shown = reading.shown;
            return Optional.of(reading.finish());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            LOG.warn("the catalogue cannot be read ({}); every file is read again", e.toString());
            return Optional.empty();
        }
    }

    /** A state with what others have installed since, as far as it is written down; empty when that is not known. */
    Optional<Snapshot> follow(Snapshot before) throws IOException {
        if (token == null || !isBase(token) || length(log) < read) {
            return read();
        }
        try {
            Lines since = lines(log, read);
            List<String> added = since.lines();
            if (read == 0 && !added.isEmpty()) {
                if (!added.get(0).equals(HEAD + token)) {
                    return read();
                }
                added = added.subList(1, added.size());
            }
            Reading reading = new Reading(before);
            reading.takeWhole(added);
            read = since.end();
            if (reading.ended) {
                // Nothing else says which entries are in it.
                number = reading.number;
                shown = reading.shown;
            }
            return Optional.of(reading.finish());
        } catch (RuntimeException e) {
            LOG.warn("the catalogue cannot be read ({}); every file is read again", e.toString());
            return Optional.empty();
        }
    }

    /** Whether the base is the one that we know. */
    private boolean isBase(String name) throws IOException {
        String head = checksum(HEAD + name) + ' ' + HEAD + name + '\n';
        byte[] begin = new byte[head.length()];
        try (RandomAccessFile in = new RandomAccessFile(base.toFile(), "r")) {
            if (in.length() < begin.length) {
                return false;
            }
            in.readFully(begin);
            return head.equals(new String(begin, StandardCharsets.UTF_8));
        } catch (FileNotFoundException e) {
            return false;
        }
    }

    /**
     * Lines of a file.
     *
     * @param lines those whose checksums are right, up to the first one whose is not, or the last that ends an entry
     * @param end where they end
     */
    private record Lines(List<String> lines, long end) {}

    /** The lines from a place on, up to the last one that ends an entry or the file. */
    private static Lines lines(Path file, long from) throws IOException {
        byte[] bytes;
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            bytes = new byte[(int) Math.max(0, in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
        } catch (FileNotFoundException e) {
            return new Lines(List.of(), 0);
        }
        List<String> lines = new ArrayList<>();
        int whole = 0;
        int end = 0;
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                if (!isIntact(bytes, start, i)) {
                    break;
                }
                String line = new String(bytes, start + SUM, i - start - SUM, StandardCharsets.UTF_8);
                start = i + 1;
                lines.add(line);
                if (line.startsWith("E\t") || line.equals(END)) {
                    whole = lines.size();
                    end = start;
                }
            }
        }
        return new Lines(Collections.unmodifiableList(lines.subList(0, whole)), from + end);
    }

    /** Whether what stands from a place to another begins with the checksum of the rest. */
    private static boolean isIntact(byte[] bytes, int from, int to) {
        if (to - from < SUM) {
            return false;
        }
        CRC32 crc = new CRC32();
        crc.update(bytes, from + SUM, to - from - SUM);
        for (int digit = 0; digit < SUM - 1; digit++) {
            int value = (int) (crc.getValue() >>> (28 - 4 * digit)) & 0xf;
            if (bytes[from + digit] != Character.forDigit(value, 16)) {
                return false;
            }
        }
        return true;
    }

    private static String checksum(String line) {
        CRC32 crc = new CRC32();
        crc.update(line.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    private static void line(StringBuilder out, String line) {
        out.append(checksum(line)).append(' ').append(line).append('\n');
    }

    private final class Reading {
        private final @Nullable Snapshot before;
        private final Map<String, Optional<FileTree.Known>> files = new HashMap<>();
        private final Map<TopicPath, Optional<StoredTopic>> topics = new HashMap<>();
        private final Map<String, ArchiveListing> archives = new HashMap<>();
        private final Set<TopicPath> unresolved = new HashSet<>();
        private long number;
        private String entry = "";
        private boolean shown;
        private boolean ended;

        Reading(@Nullable Snapshot before) {
            this.before = before;
            if (before != null) {
                unresolved.addAll(before.unresolved());
                number = before.generation();
                entry = before.token();
            }
        }

        void takeWhole(List<String> lines) {
            lines.forEach(this::take);
        }

        void take(String line) {
            String[] fields = line.split("\t", -1);
            if (fields[0].equals("E")) {
                number = Long.parseLong(fields[1]);
                entry = fields[2];
                shown = fields[3].equals(SHOWN);
                ended = true;
                return;
            }
            String path = unescaped(fields[1]);
            switch (fields[0]) {
                case "-" -> {
                    files.put(path, Optional.empty());
                    if (path.startsWith(TopicPath.ROOT)) {
                        topics.put(new TopicPath(path), Optional.empty());
                        unresolved.remove(new TopicPath(path));
                    } else {
                        archives.remove(path);
                    }
                }
                case "T" -> {
                    FileTree.Known known = known(fields);
                    files.put(path, Optional.of(known));
                    TopicPath topic = new TopicPath(path);
                    int at = 2 + STAMP_FIELDS;
                    if (fields[at].equals("?")) {
                        unresolved.add(topic);
                    } else {
                        unresolved.remove(topic);
                    }
                    TopicSummary summary =
                            new TopicSummary(Integer.parseInt(fields[at + 1]), unescaped(fields[at + 2]));
                    topics.put(topic, Optional.of(texts.stored(topic, known.hash(), summary)));
                }
                case "S" -> {
                    files.put(path, Optional.of(known(fields)));
                    archives.put(path, archive(path, fields, 2 + STAMP_FIELDS));
                }
                default -> throw new IllegalStateException("a line of kind " + fields[0]);
            }
        }

        Snapshot finish() {
            if (before == null) {
                return new Snapshot(
                        number,
                        entry,
                        TopicTree.EMPTY.withStored(topics),
                        SourceIndex.listed(archives.values()),
                        FileTree.EMPTY.with(files),
                        Map.of(),
                        Map.of(),
                        null,
                        unresolved,
                        List.of(),
                        Map.of());
            }
            SourceIndex sources = before.sources();
            for (ArchiveListing listing : archives.values()) {
                sources = sources.with(listing);
            }
            Map<TopicPath, OutsideEdit> outside = new HashMap<>(before.outside());
            outside.keySet().removeAll(topics.keySet());
            Map<String, OutsideArchive> outsideArchives = new HashMap<>(before.outsideArchives());
            outsideArchives.keySet().removeAll(archives.keySet());
            return new Snapshot(
                    number,
                    entry,
                    before.topics().withStored(topics),
                    sources,
                    before.files().with(files),
                    outside,
                    outsideArchives,
                    before.held().orElse(null),
                    unresolved,
                    before.unreadable(),
                    before.directories());
        }
    }

    private static FileTree.Known known(String[] fields) {
        FileStamp stamp = new FileStamp(
                Long.parseLong(fields[3]),
                Long.parseLong(fields[4]),
                Long.parseLong(fields[5]),
                Long.parseLong(fields[6]),
                fields[7].equals("r"));
        return new FileTree.Known(Hash.ofHex(fields[2]), stamp.size(), stamp);
    }

    private static void known(StringBuilder out, String path, FileTree.Known known) {
        FileStamp stamp = known.stamp();
        out.append('\t').append(escaped(path));
        out.append('\t').append(known.hash().hex());
        out.append('\t').append(stamp.size());
        out.append('\t').append(stamp.modified());
        out.append('\t').append(stamp.changed());
        out.append('\t').append(stamp.inode());
        out.append('\t').append(stamp.racy() ? 'r' : '-');
    }

    private static ArchiveListing archive(String path, String[] fields, int at) {
        List<SourceRef> refs = new ArrayList<>();
        BitSet pending = new BitSet();
        String prefix = unescaped(fields[at + 2]);
        for (int i = at + 3; i < fields.length; i++) {
            String ref = unescaped(fields[i].substring(2));
            pending.set(refs.size(), fields[i].charAt(0) == 'p');
            refs.add(new SourceRef(fields[i].charAt(1) == '+' ? prefix + ref : ref));
        }
        return new ArchiveListing(
                path, AppendPoint.valueOf(fields[at]), fields[at + 1].equals("complete"), refs, pending);
    }

    private static String topic(Snapshot state, TopicPath path, FileTree.Known known, TopicSummary summary) {
        StringBuilder out = new StringBuilder("T");
        known(out, path.value(), known);
        out.append('\t').append(state.unresolved().contains(path) ? '?' : '-');
        out.append('\t').append(summary.blocks());
        out.append('\t').append(escaped(summary.keys()));
        return out.toString();
    }

    private static String archive(Snapshot state, String path, FileTree.Known known) {
        ArchiveListing listing = state.sources().listing(path);
        StringBuilder out = new StringBuilder("S");
        known(out, path, known);
        out.append('\t').append(listing.appendPoint().name());
        out.append('\t').append(listing.complete() ? "complete" : "torn");
        String prefix = "";
        if (!listing.refs().isEmpty()) {
            SourceRef first = listing.refs().get(0);
            prefix = first.value()
                    .substring(0, first.value().length() - first.turn().length());
        }
        out.append('\t').append(escaped(prefix));
        for (int i = 0; i < listing.refs().size(); i++) {
            String ref = listing.refs().get(i).value();
            boolean short_ = ref.startsWith(prefix);
            out.append('\t').append(listing.pending().get(i) ? 'p' : 't').append(short_ ? '+' : '=');
            out.append(escaped(short_ ? ref.substring(prefix.length()) : ref));
        }
        return out.toString();
    }

    /** The line of what the memory holds of a file; empty when it holds nothing. */
    private static Optional<String> line(Snapshot state, String path) {
        if (!path.startsWith(TopicPath.ROOT)) {
            OutsideArchive edited = state.outsideArchives().get(path);
            FileTree.Known known = edited == null ? state.files().get(path) : edited.adopted();
            // Of one that has grown the listing says too much; it is read again.
            boolean listed = edited == null || edited.modified();
            return known == null || !listed || !state.sources().contains(path)
                    ? Optional.empty()
                    : Optional.of(archive(state, path, known));
        }
        TopicPath topic = new TopicPath(path);
        OutsideEdit edited = state.outside().get(topic);
        FileTree.Known known = edited == null ? state.files().get(path) : edited.adopted();
        Optional<StoredTopic> stored =
                edited == null ? state.topics().stored(topic) : Optional.ofNullable(edited.stored());
        return known == null ? Optional.empty() : stored.map(found -> topic(state, topic, known, found.summary()));
    }

    /** The number of the last entry that is in it. */
    long number() {
        return number;
    }

    /** Whether the views show what was read, and nothing else. */
    boolean isShown() {
        return shown;
    }

    /** Adds what a transaction has installed. The caller holds the install lock, and has read what others added. */
    void append(JournalEntry entry, Snapshot after, boolean viewsShowIt) throws IOException {
        if (token == null || !isBase(token) || length(log) != read || number != entry.number() - 1) {
            // Torn, or not what we know: without it nobody could tell our installs from other people's edits.
            write(after, viewsShowIt);
            return;
        }
        StringBuilder out = new StringBuilder();
        if (read == 0) {
            line(out, HEAD + token);
        }
        Set<String> paths = new TreeSet<>();
        entry.files().forEach(file -> paths.add(file.path()));
        entry.appends().forEach(append -> paths.add(append.path()));
        paths.remove(WorkspaceLayout.CORE_VIEW);
        for (String path : paths) {
            line(out, line(after, path).orElse("-\t" + escaped(path)));
        }
        line(out, entry(entry.number(), entry.token(), viewsShowIt && isAllOf(after)));
        byte[] bytes = out.toString().getBytes(StandardCharsets.UTF_8);
        layout.disk().appendUnforced(log, bytes);
        read += bytes.length;
        number = entry.number();
    }

    /** Whether there is nothing in a state but what the memory holds. */
    private static boolean isAllOf(Snapshot state) {
        return state.outside().isEmpty() && state.outsideArchives().isEmpty();
    }

    private static String entry(long number, String token, boolean shown) {
        return "E\t" + number + "\t" + token + "\t" + (shown ? SHOWN : "");
    }

    private static long length(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }

    /** Writes a new base if there is none, or its log has grown long. The caller holds the install lock. */
    void writeIfDue(Snapshot state, boolean viewsShowIt) throws IOException {
        if (token == null || !isBase(token)) {
            write(state, viewsShowIt);
        } else if (length(log) > Math.max(MIN_LOG, length(base) / 4)) {
            write(state, viewsShowIt);
        }
    }

    /** Writes a new base. The caller holds the install lock. */
    void write(Snapshot state, boolean viewsShowIt) throws IOException {
        String name = Disk.randomHex(16);
        StringBuilder out = new StringBuilder();
        line(out, HEAD + name);
        Set<String> paths = new TreeSet<>();
        state.files().forEach((path, known) -> paths.add(path));
        state.outside().keySet().forEach(path -> paths.add(path.value()));
        paths.addAll(state.outsideArchives().keySet());
        for (String path : paths) {
            line(state, path).ifPresent(line -> line(out, line));
        }
        line(out, entry(state.generation(), state.token(), viewsShowIt && isAllOf(state)));
        line(out, END);
        // The log goes first: a base without its log is old, a log without its base is ignored.
        layout.disk().remove(log);
        layout.disk().replaceUnforced(base, out.toString().getBytes(StandardCharsets.UTF_8));
        token = name;
        read = 0;
        number = state.generation();
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
    }

    private static String unescaped(String text) {
        if (text.indexOf('\\') < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '\\') {
                out.append(c);
            } else {
                i++;
                char escape = text.charAt(i);
                out.append(escape == 't' ? '\t' : escape == 'n' ? '\n' : escape);
            }
        }
        return out.toString();
    }
}
