package dev.scriptorium.memory.bench.gen;

import dev.scriptorium.memory.local.disk.Disk;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;

/** New files below a directory, for their owner only, as a workspace has them. Not thread-safe. */
final class PrivateFiles {
    private final Path root;
    private final Set<Path> known = new HashSet<>();
    private long bytes;

    PrivateFiles(Path root) {
        this.root = root;
    }

    /** How many bytes were written so far. */
    long bytes() {
        return bytes;
    }

    /** Creates a file. */
    void write(String path, byte[] content) throws IOException {
        try (OutputStream out = open(path)) {
            out.write(content);
        }
        bytes += content.length;
    }

    /** Creates a file to be written bit by bit; what is written there is not counted. */
    OutputStream open(String path) throws IOException {
        Path file = root.resolve(path);
        makeDirectory(Disk.parent(file));
        return new BufferedOutputStream(Channels.newOutputStream(Files.newByteChannel(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), mode("rw-------"))));
    }

    /** Counts bytes that were written bit by bit. */
    void count(long written) {
        bytes += written;
    }

    private void makeDirectory(Path directory) throws IOException {
        if (known.add(directory)) {
            Files.createDirectories(directory, mode("rwx------"));
        }
    }

    private FileAttribute<?>[] mode(String permissions) {
        return root.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
