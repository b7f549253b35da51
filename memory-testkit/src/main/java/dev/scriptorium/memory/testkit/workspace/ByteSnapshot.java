package dev.scriptorium.memory.testkit.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Everything below a directory at one moment: names, bytes, rights, and when each file and directory was last changed.
 * Two of them prove that something changed no byte, and made nothing that it took away again. Immutable.
 *
 * <p>Lock files and the notes of who holds them are left out, and so is the time of a directory that holds some: taking
 * a lock is no change, and opening a lock file to read it would let the lock go.
 *
 * @since 0.1
 */
public final class ByteSnapshot {
    /** A file or a directory. */
    private static final class Entry {
        private final boolean directory;
        private final byte[] bytes;
        private final String rights;
        private final @Nullable FileTime modified;

        Entry(boolean directory, byte[] bytes, String rights, @Nullable FileTime modified) {
            this.directory = directory;
            this.bytes = bytes;
            this.rights = rights;
            this.modified = modified;
        }

        String difference(Entry other) {
            if (directory != other.directory) {
                return "a file where there was a directory, or the other way round";
            }
            if (!Arrays.equals(bytes, other.bytes)) {
                return "other bytes (" + bytes.length + " before, " + other.bytes.length + " now)";
            }
            if (!rights.equals(other.rights)) {
                return "rights " + rights + " before, " + other.rights + " now";
            }
            boolean written = modified != null && other.modified != null && !modified.equals(other.modified);
            if (!written) {
                return "";
            }
            return directory ? "something was made or removed in it" : "written again with the same bytes";
        }
    }

    private final SortedMap<String, Entry> entries;

    private ByteSnapshot(SortedMap<String, Entry> entries) {
        this.entries = entries;
    }

    /**
     * Looks at a directory.
     *
     * @throws UncheckedIOException when something in it cannot be read
     */
    public static ByteSnapshot of(Path directory) {
        SortedMap<String, Entry> entries = new TreeMap<>();
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes seen) throws IOException {
                    FileTime modified = holdsLocks(at) ? null : seen.lastModifiedTime();
                    entries.put(name(directory, at), new Entry(true, new byte[0], rights(at), modified));
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path at, BasicFileAttributes seen) throws IOException {
                    if (!isLock(String.valueOf(at.getFileName()))) {
                        byte[] bytes = seen.isSymbolicLink()
                                ? Files.readSymbolicLink(at).toString().getBytes(StandardCharsets.UTF_8)
                                : Files.readAllBytes(at);
                        entries.put(name(directory, at), new Entry(false, bytes, rights(at), seen.lastModifiedTime()));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new ByteSnapshot(entries);
    }

    private static boolean holdsLocks(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                if (isLock(String.valueOf(file.getFileName()))) {
                    return true;
                }
            }
            return false;
        }
    }

    private static boolean isLock(String name) {
        return name.endsWith(".lock") || name.endsWith(".lock.owner");
    }

    private static String name(Path root, Path at) {
        return root.relativize(at).toString().replace('\\', '/');
    }

    private static String rights(Path at) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(at, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        return view == null
                ? ""
                : PosixFilePermissions.toString(view.readAttributes().permissions());
    }

    /** The same without the times: files that were written again with the same bytes count as unchanged. */
    public ByteSnapshot withoutTimes() {
        SortedMap<String, Entry> same = new TreeMap<>();
        entries.forEach((path, entry) -> same.put(path, new Entry(entry.directory, entry.bytes, entry.rights, null)));
        return new ByteSnapshot(same);
    }

    /** The part of it below a path, or the file of this path. */
    public ByteSnapshot below(String path) {
        return where(name -> name.equals(path) || name.startsWith(path + "/"));
    }

    /** The same without a path and everything below it. */
    public ByteSnapshot without(String path) {
        return where(name -> !name.equals(path) && !name.startsWith(path + "/"));
    }

    private ByteSnapshot where(Predicate<String> wanted) {
        SortedMap<String, Entry> some = new TreeMap<>(entries);
        some.keySet().removeIf(wanted.negate());
        return new ByteSnapshot(some);
    }

    /** The paths of its files, with {@code /} between names. */
    public List<String> files() {
        return entries.entrySet().stream()
                .filter(entry -> !entry.getValue().directory)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The text of a file, read as UTF-8. */
    public String text(String path) {
        Entry entry = entries.get(path);
        if (entry == null || entry.directory) {
            throw new IllegalArgumentException("there is no file " + path + " in the snapshot");
        }
        return new String(entry.bytes, StandardCharsets.UTF_8);
    }

    /** What a later look found to be different, one line a path; empty when nothing is. */
    public List<String> differences(ByteSnapshot later) {
        TreeSet<String> paths = new TreeSet<>(entries.keySet());
        paths.addAll(later.entries.keySet());
        List<String> differences = new ArrayList<>();
        for (String path : paths) {
            Entry before = entries.get(path);
            Entry now = later.entries.get(path);
            String difference = before == null ? "is new" : now == null ? "is gone" : before.difference(now);
            if (!difference.isEmpty()) {
                differences.add(path + ": " + difference);
            }
        }
        return differences;
    }
}
