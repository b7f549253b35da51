package dev.scriptorium.memory.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The source tree that the tests run in. */
final class Project {
    /** Directories that hold no page and no source of ours; test resources hold workspaces of others. */
    private static final Set<String> ELSEWHERE = Set.of("target", "resources", "node_modules");

    private static final Path ROOT = findRoot();

    private Project() {}

    private static Path findRoot() {
        Path at = Path.of("").toAbsolutePath();
        while (at != null && !Files.exists(at.resolve("memory-bom/pom.xml"))) {
            at = at.getParent();
        }
        if (at == null) {
            throw new IllegalStateException(
                    "not inside the source tree: " + Path.of("").toAbsolutePath());
        }
        return at;
    }

    /** The directory of the root {@code pom.xml}. */
    static Path root() {
        return ROOT;
    }

    /** Every Markdown page of the project, as paths from the root. */
    static List<Path> pages() {
        return files(ROOT, ".md");
    }

    /** Every Java file below a directory of the project. */
    static List<Path> sources(String directory) {
        return files(ROOT.resolve(directory), ".java");
    }

    private static List<Path> files(Path below, String suffix) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(below, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    String name = String.valueOf(directory.getFileName());
                    boolean skip = !directory.equals(below) && (name.startsWith(".") || ELSEWHERE.contains(name));
                    return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(suffix)) {
                        found.add(ROOT.relativize(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        found.sort(null);
        return found;
    }

    /** The text of a file, given by its path from the root. */
    static String read(Path file) {
        try {
            return Files.readString(ROOT.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The page at a path from the root. */
    static Page page(String path) {
        return Page.of(Path.of(path));
    }
}
