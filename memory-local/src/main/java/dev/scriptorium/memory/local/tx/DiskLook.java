package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.io.IOException;
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
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One look at the disk, and the snapshot of what it showed: only files that are not what another snapshot knows are
 * read. "Cannot read" is never "deleted".
 */
final class DiskLook {
    private final Means means;
    private final @Nullable Snapshot before;
    private final SeenFiles files;
    private final SeenTopics topics;
    private final SeenArchives archives;
    private final Set<String> unreadable = new TreeSet<>();
    private final Map<String, FileStamp> directories = new HashMap<>();

    /**
     * What a look needs.
     *
     * @param layout where files are
     * @param limits of topics
     * @param clock the time, for stamps
     * @param texts keeps what was read
     * @param committed the latest commit
     * @param issued whether this workspace once gave out an id
     * @param looks when edits of other people were seen first
     */
    record Means(
            WorkspaceLayout layout,
            TopicLimits limits,
            Clock clock,
            TopicTexts texts,
            CommittedFiles committed,
            Predicate<String> issued,
            FirstLooks looks) {}

    /**
     * A look.
     *
     * @param before what is known; null when nothing is
     * @param own what transactions have done since
     */
    DiskLook(Means means, @Nullable Snapshot before, OwnChanges own) {
        this.means = means;
        this.before = before;
        this.files = new SeenFiles(before);
        this.topics = new SeenTopics(before, files, own, means);
        this.archives = new SeenArchives(
                before, files, own, means.committed(), means.clock().instant());
        if (before != null) {
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
        if (before == null) {
            // Nothing else says what has been removed.
            for (String path : means.committed().paths()) {
                if (isTopic(path) && isTopicPath(path) && files.get(path) == null) {
                    file(path);
                }
            }
        }
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
            Set<String> missing = new TreeSet<>(before.files().filesIn(path));
            missing.addAll(before.outsideIn(path));
            missing.removeAll(names);
            for (String name : missing) {
                file(path + "/" + name);
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
            before.outsideBelow(path).forEach(this::remove);
        }
    }

    /** Looks at a file; false when it is no file. */
    private boolean file(String path) {
        if (path.startsWith(TopicPath.ROOT) && !isTopicPath(path)) {
            unreadable.add(path);
            return true;
        }
        try {
            FileStamp.Seen seen = stamp(path);
            if (seen.kind() != FileStamp.Kind.FILE) {
                remove(path);
                return false;
            }
            unreadable.remove(path);
            FileStamp known = isTopic(path) ? topics.stamp(new TopicPath(path)) : archives.stamp(path);
            if (known != null && known.proves(seen.stamp())) {
                return true;
            }
            byte[] bytes = Files.readAllBytes(means.layout().file(path));
            FileTree.Known now = new FileTree.Known(Hash.of(bytes), bytes.length, seen.stamp());
            if (isTopic(path)) {
                topics.take(new TopicPath(path), now, bytes);
            } else {
                archives.take(path, now, bytes);
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

    private static boolean isTopic(String path) {
        return path.startsWith(TopicPath.ROOT);
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
        if (isTopic(path)) {
            topics.gone(new TopicPath(path));
        } else {
            archives.gone(path);
        }
    }

    /**
     * What a transaction has just installed: known without reading it, as far as the disk agrees.
     *
     * @param after what the archives hold now
     * @param texts the new texts of topics
     * @param foreign what somebody else wrote at the same time
     */
    DiskLook installed(
            JournalEntry entry, SourceIndex after, Map<TopicPath, Optional<String>> texts, Collection<String> foreign)
            throws IOException {
        archives.installed(after);
        Set<String> parents = new TreeSet<>();
        for (FileChange file : entry.files()) {
            if (isTopic(file.path())) {
                parents.add(parent(file.path()));
                if (foreign.contains(file.path())) {
                    file(file.path());
                } else {
                    installed(new TopicPath(file.path()), file.after(), texts);
                }
            } else if (file.after() != null && !file.path().equals(WorkspaceLayout.CORE_VIEW)) {
                FileStamp stamp = stamp(file.path()).stamp().unproven();
                archives.installed(file.path(), new FileTree.Known(Hash.ofHex(file.after()), stamp.size(), stamp));
            }
        }
        for (FileAppend append : entry.appends()) {
            parents.add(parent(append.path()));
            byte[] bytes = Files.readAllBytes(means.layout().file(append.path()));
            FileTree.Known now = new FileTree.Known(
                    Hash.of(bytes), bytes.length, stamp(append.path()).stamp().unproven());
            if (bytes.length == append.before() + append.length()) {
                archives.installed(append.path(), now);
            } else {
                archives.take(append.path(), now, bytes);
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
            topics.removed(path);
            return;
        }
        try {
            FileStamp stamp = stamp(path.value()).stamp().unproven();
            topics.installed(path, new FileTree.Known(Hash.ofHex(hash), stamp.size(), stamp), text.get());
        } catch (NoSuchFileException e) {
            // Somebody has removed it since: an edit like any other.
            topics.installed(path, new FileTree.Known(Hash.ofHex(hash), 0, FileStamp.NONE), text.get());
            topics.gone(path);
        }
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

    /** The state that was seen. */
    Snapshot finish(long generation, String token) {
        SourceIndex sources = archives.sources();
        TopicTree tree = topics.finish(sources, archives.lost());
        return new Snapshot(
                generation,
                token,
                tree,
                sources,
                files.tree(),
                topics.outside(),
                archives.outside(),
                topics.held().orElse(null),
                topics.unresolved(),
                List.copyOf(unreadable),
                directories);
    }
}
