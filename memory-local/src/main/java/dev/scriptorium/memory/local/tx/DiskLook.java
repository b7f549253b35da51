package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.markdown.normalize.StoredTopic;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.parse.RecordReader;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.validate.Rule;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import dev.scriptorium.memory.markdown.validate.TopicRules;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One look at the disk, and the snapshot of what it showed: only files that are not what another snapshot knows are
 * read. "Cannot read" is never "deleted".
 */
final class DiskLook {
    private final Means means;
    private final @Nullable Snapshot before;
    private final Map<String, Optional<FileTree.Known>> files = new HashMap<>();
    private final Map<TopicPath, Optional<StoredTopic>> topics = new HashMap<>();
    private final Map<TopicPath, List<Violation>> quarantined = new HashMap<>();
    private final Set<TopicPath> unresolved = new HashSet<>();
    private final Set<String> unreadable = new TreeSet<>();
    private final Map<String, FileStamp> directories = new HashMap<>();
    private SourceIndex sources;
    private boolean sourcesLost;

    /**
     * What a look needs.
     *
     * @param layout where files are
     * @param limits of topics
     * @param clock the time, for stamps
     * @param texts keeps what was read
     */
    record Means(WorkspaceLayout layout, TopicLimits limits, Clock clock, TopicTexts texts) {}

    DiskLook(Means means, @Nullable Snapshot before) {
        this.means = means;
        this.before = before;
        this.sources = before == null ? SourceIndex.empty() : before.sources();
        if (before != null) {
            quarantined.putAll(before.quarantined());
            unresolved.addAll(before.unresolved());
            unreadable.addAll(before.unreadable());
            directories.putAll(before.directories());
        }
    }

    /** Looks at every file. */
    DiskLook everywhere() throws IOException {
        unreadable.clear();
        // Archives first: what topics cite is looked for in them.
        directory(WorkspaceLayout.SOURCES, true);
        directory(WorkspaceLayout.TOPICS, true);
        return this;
    }

    /**
     * Looks at the files of directories that have changed.
     *
     * @param again whether also where a change may not show because the directory was listed in the moment it changed
     */
    DiskLook directories(boolean again) throws IOException {
        for (String path : List.copyOf(directories.keySet())) {
            FileStamp known = directories.get(path);
            if (known == null) {
                // Gone with a directory above it.
                continue;
            }
            try {
                FileStamp now = stamp(path).stamp();
                if (!(again ? known.proves(now) : known.equalTo(now))) {
                    directory(path, false);
                }
            } catch (NoSuchFileException e) {
                directory(path, false);
            } catch (IOException e) {
                unreadable.add(path);
            }
        }
        return this;
    }

    /** Looks at some files, wherever they are. */
    DiskLook files(Collection<String> paths) throws IOException {
        for (String path : paths) {
            file(path);
        }
        return this;
    }

    private FileStamp.Seen stamp(String path) throws IOException {
        return FileStamp.look(means.layout().file(path), means.clock().instant());
    }

    private void directory(String path, boolean deep) throws IOException {
        Set<String> names = new HashSet<>();
        Set<String> below = new HashSet<>();
        try {
            FileStamp.Seen seen = stamp(path);
            if (seen.kind() != FileStamp.Kind.DIRECTORY) {
                gone(path);
                return;
            }
            try (DirectoryStream<Path> entries =
                    Files.newDirectoryStream(means.layout().file(path))) {
                for (Path entry : entries) {
                    String name = String.valueOf(entry.getFileName());
                    if (Disk.isTemporary(name)) {
                        continue;
                    }
                    if (name.endsWith(".md")) {
                        (file(path + "/" + name) ? names : below).add(name);
                    } else {
                        below.add(name);
                    }
                }
            }
            directories.put(path, seen.stamp());
            unreadable.remove(path);
        } catch (NoSuchFileException | NotDirectoryException e) {
            gone(path);
            return;
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            unreadable.add(path);
            return;
        }
        for (String name : below) {
            String child = path + "/" + name;
            FileStamp.Kind kind = kind(child);
            if (kind == FileStamp.Kind.FILE || kind == FileStamp.Kind.OTHER) {
                // A link or a file where a directory was: what was below it is no more.
                gone(child);
            }
            if ((deep || !directories.containsKey(child)) && kind == FileStamp.Kind.DIRECTORY) {
                directory(child, true);
            }
        }
        if (before != null) {
            for (String name : before.files().filesIn(path)) {
                if (!names.contains(name)) {
                    file(path + "/" + name);
                }
            }
            for (String name : before.files().directoriesIn(path)) {
                if (!below.contains(name)) {
                    gone(path + "/" + name);
                }
            }
        }
    }

    private FileStamp.@Nullable Kind kind(String path) {
        try {
            return stamp(path).kind();
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            unreadable.add(path);
            return null;
        }
    }

    /** A directory is no more: nor is what was in it. */
    private void gone(String path) {
        directories.keySet().removeIf(known -> known.equals(path) || known.startsWith(path + "/"));
        if (before != null) {
            before.files().forEachBelow(path, (file, known) -> remove(file));
        }
    }

    /** Looks at a file; false when it is no file. */
    private boolean file(String path) {
        if (path.startsWith(TopicPath.ROOT) && !isTopicPath(path)) {
            unreadable.add(path);
            return true;
        }
        FileTree.Known known = before == null ? null : before.files().get(path);
        try {
            FileStamp.Seen seen = stamp(path);
            if (seen.kind() != FileStamp.Kind.FILE) {
                remove(path);
                return false;
            }
            unreadable.remove(path);
            if (known != null && known.stamp().proves(seen.stamp())) {
                return true;
            }
            byte[] bytes = Files.readAllBytes(means.layout().file(path));
            Hash hash = Hash.of(bytes);
            files.put(path, Optional.of(new FileTree.Known(hash, bytes.length, seen.stamp())));
            if (known == null || !known.hash().equals(hash)) {
                take(path, hash, bytes);
            }
            return true;
        } catch (NoSuchFileException e) {
            remove(path);
            return false;
        } catch (IOException e) {
            unreadable.add(path);
            return true;
        }
    }

    /** Whether any link could lead to a name; one that none could is named by status and left alone. */
    private static boolean isTopicPath(String path) {
        try {
            return path.equals(new TopicPath(path).value());
        } catch (MemoryException e) {
            return false;
        }
    }

    private void remove(String path) {
        if (before == null || before.files().get(path) == null) {
            return;
        }
        files.put(path, Optional.empty());
        if (path.startsWith(TopicPath.ROOT)) {
            TopicPath topic = new TopicPath(path);
            topics.put(topic, Optional.empty());
            quarantined.remove(topic);
            unresolved.remove(topic);
        } else {
            sources = sources.without(path);
            sourcesLost = true;
        }
    }

    private void take(String path, Hash hash, byte[] bytes) {
        if (path.startsWith(TopicPath.ROOT)) {
            takeTopic(new TopicPath(path), hash, bytes);
        } else {
            List<SourceRef> had = sources.refs(path);
            sources = sources.with(path, bytes);
            sourcesLost |= !sources.refs(path).containsAll(had);
        }
    }

    private void takeTopic(TopicPath path, Hash hash, byte[] bytes) {
        CharBuffer characters = CharBuffer.allocate(bytes.length);
        ByteBuffer left = ByteBuffer.wrap(bytes);
        if (StandardCharsets.UTF_8.newDecoder().decode(left, characters, true).isError()) {
            int line = 0;
            for (int i = 0; i < left.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            quarantine(
                    path,
                    List.of(Rule.ENCODING.at(path, line, "bytes that are not UTF-8, at offset " + left.position())));
            return;
        }
        String text = characters.flip().toString();
        // An id in the file counts as known: this is not an edit but a state.
        List<Violation> violations = TopicRules.check(path, text, means.limits(), id -> true);
        if (violations.isEmpty()) {
            take(path, hash, text, TopicParser.parse(path, text));
        } else {
            quarantine(path, violations);
        }
    }

    /** The last good version goes on serving, from memory: on the disk it is no more. */
    private void quarantine(TopicPath path, List<Violation> violations) {
        quarantined.put(path, violations);
        Optional<String> good = before == null ? Optional.empty() : lastSeen(path, before);
        Optional<String> serving = good.or(() -> means.texts()
                .committed(path)
                .filter(text ->
                        TopicRules.check(path, text, means.limits(), id -> true).isEmpty()));
        topics.put(path, serving.map(text -> TopicTexts.inMemory(path, text)));
        serving.ifPresentOrElse(text -> resolve(path, TopicParser.parse(path, text)), () -> unresolved.remove(path));
    }

    private static Optional<String> lastSeen(TopicPath path, Snapshot before) {
        try {
            return before.topics().text(path);
        } catch (MemoryException e) {
            // Overwritten before anybody read it again; the history may have it.
            return Optional.empty();
        }
    }

    private void take(TopicPath path, Hash hash, String text, Topic topic) {
        topics.put(path, Optional.of(means.texts().stored(path, hash, text, topic)));
        quarantined.remove(path);
        resolve(path, topic);
    }

    private void resolve(TopicPath path, Topic topic) {
        if (RecordReader.read(topic, sources).stream().allMatch(MemoryRecord::resolved)) {
            unresolved.remove(path);
        } else {
            unresolved.add(path);
        }
    }

    /**
     * What a transaction has just installed: known without reading it, as far as the disk agrees.
     *
     * @param after what the archives hold now
     * @param texts the new texts of topics
     */
    DiskLook installed(JournalEntry entry, SourceIndex after, Map<TopicPath, Optional<String>> texts)
            throws IOException {
        sources = after;
        Set<String> parents = new TreeSet<>();
        for (FileChange file : entry.files()) {
            if (file.path().startsWith(TopicPath.ROOT)) {
                parents.add(parent(file.path()));
                installed(new TopicPath(file.path()), file.after(), texts);
            }
        }
        for (FileAppend append : entry.appends()) {
            parents.add(parent(append.path()));
            byte[] bytes = Files.readAllBytes(means.layout().file(append.path()));
            if (bytes.length != append.before() + append.length()) {
                file(append.path());
            } else {
                files.put(
                        append.path(),
                        Optional.of(new FileTree.Known(
                                Hash.of(bytes),
                                bytes.length,
                                stamp(append.path()).stamp().unproven())));
            }
        }
        for (String path : parents) {
            listed(path);
        }
        return this;
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    private void installed(TopicPath path, @Nullable String hash, Map<TopicPath, Optional<String>> texts)
            throws IOException {
        Optional<String> text = texts.getOrDefault(path, Optional.empty());
        if (hash == null || text.isEmpty()) {
            remove(path.value());
            return;
        }
        FileStamp.Seen seen;
        try {
            seen = stamp(path.value());
        } catch (NoSuchFileException e) {
            remove(path.value());
            return;
        }
        Hash installed = Hash.ofHex(hash);
        files.put(
                path.value(),
                Optional.of(new FileTree.Known(
                        installed, seen.stamp().size(), seen.stamp().unproven())));
        take(path, installed, text.get(), TopicParser.parse(path, text.get()));
    }

    /** The directory, and those above it, are as they are because of what was installed. */
    private void listed(String path) throws IOException {
        for (String at = path; ; at = parent(at)) {
            try {
                directories.put(at, stamp(at).stamp().unproven());
            } catch (NoSuchFileException e) {
                directories.remove(at);
            }
            if (at.indexOf('/') < 0) {
                return;
            }
        }
    }

    /** The state that was seen; the snapshot before when it is the same. */
    Snapshot finish(long generation, String token) {
        TopicTree tree = (before == null ? TopicTree.EMPTY : before.topics()).withStored(topics);
        if (before == null || before.sources() != sources) {
            for (TopicPath path : sourcesLost ? tree.paths() : Set.copyOf(unresolved)) {
                tree.topic(path).ifPresent(topic -> resolve(path, topic));
            }
        }
        FileTree known = (before == null ? FileTree.EMPTY : before.files()).with(files);
        return new Snapshot(
                generation, token, tree, sources, known, quarantined, unresolved, List.copyOf(unreadable), directories);
    }
}
