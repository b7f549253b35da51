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
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of every file of topics and sources, written down so that the next process need not read them: a base
 * file, and a log of what was installed since. A line a file, each with a checksum. What cannot be read means that
 * nothing is known: the files are read again.
 */
final class CatalogueFile {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogueFile.class);
    private static final String HEAD = "scriptorium-catalogue 1 ";
    private static final String END = "end";
    private static final String NO_ENTRY = "none";
    private static final int STAMP_FIELDS = 6;
    private static final int MIN_LOG = 64 << 10;

    private final WorkspaceLayout layout;
    private final TopicTexts texts;
    private final Path base;
    private final Path log;
    private @Nullable String token;
    /** Token of the entry whose views the files that were read are in; empty when that is not known. */
    private String shown = "";

    CatalogueFile(WorkspaceLayout layout, TopicTexts texts) {
        this.layout = layout;
        this.texts = texts;
        this.base = layout.runtime("catalogue");
        this.log = layout.runtime("catalogue.log");
    }

    /** The state as it was written down; empty when nothing was, or nothing that can be read. */
    Optional<Snapshot> read() throws IOException {
        try {
            List<String> lines = lines(base);
            if (lines.size() < 2
                    || !lines.get(0).startsWith(HEAD)
                    || !lines.get(lines.size() - 1).equals(END)) {
                return Optional.empty();
            }
            String name = lines.get(0).substring(HEAD.length());
            shown = "";
            Reading reading = new Reading();
            lines.subList(1, lines.size() - 1).forEach(reading::take);
            List<String> since = lines(log);
            if (!since.isEmpty() && since.get(0).equals(HEAD + name)) {
                since.subList(1, since.size()).forEach(reading::take);
            }
            token = name;
            return Optional.of(reading.finish());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (RuntimeException e) {
            LOG.warn("the catalogue cannot be read ({}); every file is read again", e.toString());
            return Optional.empty();
        }
    }

    /** The lines whose checksums are right, up to the first one whose is not. */
    private static List<String> lines(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return lines;
        }
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                String line = new String(bytes, from, i - from, StandardCharsets.UTF_8);
                from = i + 1;
                if (line.length() < 9 || !checksum(line.substring(9)).equals(line.substring(0, 8))) {
                    return lines;
                }
                lines.add(line.substring(9));
            }
        }
        return lines;
    }

    private static String checksum(String line) {
        CRC32 crc = new CRC32();
        crc.update(line.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", crc.getValue());
    }

    private static void line(StringBuilder out, String line) {
        out.append(checksum(line)).append(' ').append(line).append('\n');
    }

    private final class Reading {
        private final Map<String, Optional<FileTree.Known>> files = new HashMap<>();
        private final Map<TopicPath, Optional<StoredTopic>> topics = new HashMap<>();
        private final Map<String, ArchiveListing> archives = new HashMap<>();
        private final Set<TopicPath> unresolved = new HashSet<>();

        void take(String line) {
            String[] fields = line.split("\t", -1);
            if (fields[0].equals("V")) {
                shown = fields[1];
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
            return new Snapshot(
                    0,
                    "",
                    TopicTree.EMPTY.withStored(topics),
                    SourceIndex.listed(archives.values()),
                    FileTree.EMPTY.with(files),
                    Map.of(),
                    unresolved,
                    List.of(),
                    Map.of());
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

    /** The line of a file; empty when it had better be read again, as one that breaks a rule. */
    private static Optional<String> line(Snapshot state, String path) {
        FileTree.Known known = state.files().get(path);
        if (known == null) {
            return Optional.of("-\t" + escaped(path));
        }
        if (!path.startsWith(TopicPath.ROOT)) {
            return Optional.of(archive(state, path, known));
        }
        TopicPath topic = new TopicPath(path);
        if (state.quarantined().containsKey(topic)) {
            return Optional.empty();
        }
        return state.topics().stored(topic).map(stored -> topic(state, topic, known, stored.summary()));
    }

    /** Whether what was read is what the views of this entry show. */
    boolean isOf(Optional<JournalEntry> entry) {
        return shown.equals(entry.map(JournalEntry::token).orElse(NO_ENTRY));
    }

    /**
     * Adds what a transaction has installed, and what else its views have taken in. The caller holds the install lock.
     *
     * @param updated the topics that the views were made anew for; empty for all, so that the base is no good any more
     */
    void append(JournalEntry entry, Snapshot after, Optional<Set<TopicPath>> updated) throws IOException {
        if (token == null) {
            return;
        }
        if (updated.isEmpty() || !logIsOurs()) {
            // Written anew when there is time; until then the files are read by whoever opens the workspace.
            token = null;
            layout.disk().remove(base);
            return;
        }
        StringBuilder out = new StringBuilder();
        if (!Files.exists(log)) {
            line(out, HEAD + token);
        }
        Set<String> paths = new HashSet<>();
        updated.get().forEach(path -> paths.add(path.value()));
        entry.files().forEach(file -> paths.add(file.path()));
        entry.appends().forEach(append -> paths.add(append.path()));
        paths.remove(WorkspaceLayout.CORE_VIEW);
        for (String path : paths) {
            line(after, path).ifPresent(line -> line(out, line));
        }
        line(out, "V\t" + (after.quarantined().isEmpty() ? entry.token() : ""));
        layout.disk().appendUnforced(log, out.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Whether the log, if there is one, belongs to the base we know, and ends in a whole line. */
    private boolean logIsOurs() throws IOException {
        if (!Files.exists(log)) {
            return true;
        }
        String head = checksum(HEAD + token) + ' ' + HEAD + token;
        byte[] begin = new byte[head.length()];
        try (RandomAccessFile in = new RandomAccessFile(log.toFile(), "r")) {
            if (in.length() <= begin.length) {
                return false;
            }
            in.readFully(begin);
            in.seek(in.length() - 1);
            return in.read() == '\n' && head.equals(new String(begin, StandardCharsets.UTF_8));
        }
    }

    /** Writes a new base if there is none, or its log has grown long. The caller holds the install lock. */
    void writeIfDue(Snapshot state, Optional<JournalEntry> newest) throws IOException {
        if (token == null) {
            write(state, newest);
            return;
        }
        long grown = Files.exists(log) ? Files.size(log) : 0;
        if (grown > Math.max(MIN_LOG, Files.exists(base) ? Files.size(base) / 4 : 0)) {
            write(state, newest);
        }
    }

    /** Writes a new base of a state that the views of the newest entry show. The caller holds the install lock. */
    void write(Snapshot state, Optional<JournalEntry> newest) throws IOException {
        String name = Disk.randomHex(16);
        StringBuilder out = new StringBuilder();
        line(out, HEAD + name);
        state.files().forEach((path, known) -> line(state, path).ifPresent(line -> line(out, line)));
        if (state.quarantined().isEmpty()) {
            line(out, "V\t" + newest.map(JournalEntry::token).orElse(NO_ENTRY));
        }
        line(out, END);
        // The log goes first: a base without its log is old, a log without its base is ignored.
        layout.disk().remove(log);
        layout.disk().replaceUnforced(base, out.toString().getBytes(StandardCharsets.UTF_8));
        token = name;
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
