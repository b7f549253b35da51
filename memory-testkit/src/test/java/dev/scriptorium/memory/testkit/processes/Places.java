package dev.scriptorium.memory.testkit.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Directories of other kinds than the usual one of temporary files. */
public final class Places {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private Places() {}

    /** A new directory in main memory where there is such a place, else a temporary one. */
    public static Path fastDirectory() throws IOException {
        Optional<Path> fast = inMainMemory();
        return fast.isPresent() ? fast.get() : Files.createTempDirectory("scriptorium-test-");
    }

    /** A new directory on a file system in main memory; empty where there is none. */
    public static Optional<Path> inMainMemory() throws IOException {
        return Files.isDirectory(SHARED_MEMORY) && Files.isWritable(SHARED_MEMORY)
                ? Optional.of(Files.createTempDirectory(SHARED_MEMORY, "scriptorium-test-"))
                : Optional.empty();
    }

    /** Removes a directory and everything in it. */
    public static void remove(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        }
    }
}
