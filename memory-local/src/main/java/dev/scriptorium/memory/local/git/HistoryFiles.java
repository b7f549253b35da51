package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The files of {@code .git} that make up a history, for those who copy it: objects, references, their logs, the index,
 * and what we note about our branch. Not its configuration, hooks or filters: those belong to a machine, and a copy from
 * somewhere else could have a person's {@code git} run programs.
 *
 * @since 0.1
 */
public final class HistoryFiles {
    private static final Pattern REFERENCES = Pattern.compile(
            "(HEAD|packed-refs|index|shallow|scriptorium-(branch|head|index)|(logs/)?refs/.+|logs/HEAD)");
    private static final Pattern OBJECTS =
            Pattern.compile("objects/([0-9a-f]{2}/[0-9a-f]{38}|pack/pack-[0-9a-f]{40}\\.(pack|idx))");
    private static final String LOCK = ".lock";

    private HistoryFiles() {}

    /** Whether a path below {@code .git}, with slashes and without steps upwards, is that of a file of a history. */
    public static boolean isPart(String path) {
        return isReference(path) || OBJECTS.matcher(path).matches();
    }

    private static boolean isReference(String path) {
        return REFERENCES.matcher(path).matches() && !path.endsWith(LOCK);
    }

    /** The paths of the small files, which say where the history stands. */
    public static SortedSet<String> references(Path git) throws IOException {
        return found(git, List.of("", "refs", "logs"), HistoryFiles::isReference);
    }

    /** The paths of the objects. A pack is whole when it has an index, so one comes before its index. */
    public static SortedSet<String> objects(Path git) throws IOException {
        SortedSet<String> all =
                found(git, List.of("objects"), path -> OBJECTS.matcher(path).matches());
        SortedSet<String> whole = new TreeSet<>((one, other) -> {
            int order = stem(one).compareTo(stem(other));
            return order != 0 ? order : other.compareTo(one);
        });
        for (String path : all) {
            boolean packed = path.endsWith(".pack");
            String other = stem(path) + (packed ? ".idx" : ".pack");
            if (path.equals(stem(path)) || all.contains(other)) {
                whole.add(path);
            }
        }
        return whole;
    }

    private static String stem(String path) {
        int dot = path.lastIndexOf('.');
        return dot < 0 ? path : path.substring(0, dot);
    }

    private static SortedSet<String> found(Path git, List<String> below, java.util.function.Predicate<String> wanted)
            throws IOException {
        SortedSet<String> found = new TreeSet<>();
        for (String directory : below) {
            Path start = git.resolve(directory);
            try {
                Files.walkFileTree(
                        start,
                        java.util.Set.of(),
                        directory.isEmpty() ? 1 : Integer.MAX_VALUE,
                        new SimpleFileVisitor<>() {
                            @Override
                            public FileVisitResult visitFile(Path file, BasicFileAttributes seen) {
                                String path = git.relativize(file).toString().replace('\\', '/');
                                if (seen.isRegularFile() && wanted.test(path)) {
                                    found.add(path);
                                }
                                return FileVisitResult.CONTINUE;
                            }

                            @Override
                            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                                if (failure instanceof NoSuchFileException) {
                                    return FileVisitResult.CONTINUE;
                                }
                                throw failure;
                            }
                        });
            } catch (NoSuchFileException e) {
                // Nothing of that kind.
            }
        }
        return found;
    }
}
