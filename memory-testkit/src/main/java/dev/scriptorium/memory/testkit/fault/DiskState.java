package dev.scriptorium.memory.testkit.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The directories and files below a directory, by their paths in it. Equal when names and bytes are. Immutable.
 *
 * @since 0.1
 */
public final class DiskState {
    private static final String MACHINE_START = ".scriptorium/machine-start";
    private static final FileTime LONG_AGO = FileTime.from(Instant.parse("2001-01-01T00:00:00Z"));

    private final SortedSet<String> directories;
    private final SortedMap<String, byte[]> files;

    DiskState(SortedSet<String> directories, SortedMap<String, byte[]> files) {
        this.directories = directories;
        this.files = files;
    }

    /**
     * What is in a directory now; nothing when there is none. Lock files count as empty and are not opened, since that
     * would let the lock go.
     *
     * @param without paths that are left out with all that is below them
     * @throws UncheckedIOException when it cannot be read
     */
    public static DiskState of(Path directory, Set<String> without) {
        SortedSet<String> directories = new TreeSet<>();
        SortedMap<String, byte[]> files = new TreeMap<>();
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes seen) {
                    String name = name(directory, at);
                    if (without.contains(name)) {
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    if (!name.isEmpty()) {
                        directories.add(name);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path at, BasicFileAttributes seen) throws IOException {
                    String name = name(directory, at);
                    if (seen.isRegularFile() && !without.contains(name)) {
                        boolean lock = name.endsWith(".lock") && seen.size() == 0;
                        files.put(name, lock ? new byte[0] : Files.readAllBytes(at));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException e) {
            // Nothing was ever made.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new DiskState(directories, files);
    }

    private static String name(Path root, Path at) {
        return root.relativize(at).toString().replace('\\', '/');
    }

    /** The paths of its directories, above before below. */
    public SortedSet<String> directories() {
        return new TreeSet<>(directories);
    }

    /** The paths of its files. */
    public SortedSet<String> files() {
        return new TreeSet<>(files.keySet());
    }

    SortedMap<String, byte[]> contents() {
        return files;
    }

    /** The part of it below some paths, or at them. */
    public DiskState below(String... paths) {
        SortedSet<String> someDirectories = new TreeSet<>(directories);
        someDirectories.removeIf(name -> !isBelow(name, paths));
        SortedMap<String, byte[]> someFiles = new TreeMap<>(files);
        someFiles.keySet().removeIf(name -> !isBelow(name, paths));
        return new DiskState(someDirectories, someFiles);
    }

    private static boolean isBelow(String name, String... paths) {
        return Arrays.stream(paths).anyMatch(path -> name.equals(path) || name.startsWith(path + "/"));
    }

    /** The same without the files whose names are of a kind. */
    public DiskState without(Predicate<String> names) {
        SortedMap<String, byte[]> some = new TreeMap<>(files);
        some.keySet().removeIf(path -> names.test(path.substring(path.lastIndexOf('/') + 1)));
        return new DiskState(directories, some);
    }

    /** The paths at which another state is different, each with what it is there; empty when none is. */
    public List<String> differences(DiskState other) {
        SortedSet<String> paths = new TreeSet<>(files.keySet());
        paths.addAll(other.files.keySet());
        paths.addAll(directories);
        paths.addAll(other.directories);
        List<String> differences = new ArrayList<>();
        for (String path : paths) {
            if (directories.contains(path) != other.directories.contains(path)
                    || !Arrays.equals(files.get(path), other.files.get(path))) {
                differences.add(path + ": " + what(path) + ", there " + other.what(path));
            }
        }
        return differences;
    }

    private String what(String path) {
        byte[] bytes = files.get(path);
        return bytes != null ? bytes.length + " bytes" : directories.contains(path) ? "a directory" : "nothing";
    }

    /**
     * Writes it into a directory, which is made, as a machine finds it that has been started again: the files are old, and
     * a workspace does not know this start yet.
     *
     * @throws UncheckedIOException when it cannot be written
     */
    public void write(Path into) {
        try {
            Files.createDirectories(into);
            for (String directory : directories) {
                Files.createDirectories(into.resolve(directory));
            }
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                if (file.getKey().equals(MACHINE_START)) {
                    continue;
                }
                Path written = into.resolve(file.getKey());
                Files.write(written, file.getValue());
                Files.setLastModifiedTime(written, LONG_AGO);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DiskState state
                && directories.equals(state.directories)
                && files.keySet().equals(state.files.keySet())
                && files.entrySet().stream()
                        .allMatch(file -> Arrays.equals(file.getValue(), state.files.get(file.getKey())));
    }

    @Override
    public int hashCode() {
        int hash = directories.hashCode();
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            hash = 31 * hash + file.getKey().hashCode() + Arrays.hashCode(file.getValue());
        }
        return hash;
    }

    /** One word a directory or file, such as {@code d/ d/a=text}; a zero byte is a dot. */
    @Override
    public String toString() {
        return String.join(" ", words().values());
    }

    private SortedMap<String, String> words() {
        SortedMap<String, String> words = new TreeMap<>();
        directories.forEach(name -> words.put(name, name + "/"));
        files.forEach((name, bytes) ->
                words.put(name, name + "=" + new String(bytes, StandardCharsets.UTF_8).replace('\0', '.')));
        return words;
    }
}
