package dev.scriptorium.memory.cli.session;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files and directories that only their owner may read, where the file system knows owners. */
final class PrivateFiles {
    private static final FileAttribute<?>[] NONE = {};

    private PrivateFiles() {}

    /** What to create with, near to a path that exists. */
    static FileAttribute<?>[] attributes(Path near, boolean directory) {
        if (!near.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return NONE;
        }
        String mode = directory ? "rwx------" : "rw-------";
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))};
    }

    /** Creates a directory and what is missing above it. */
    static void createDirectories(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, attributes(directory, true));
        }
    }

    /** Makes names last that were added to a directory, as far as the platform can. */
    static void force(Path directory) {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Not every platform opens a directory; the names are then as safe as it makes them.
            return;
        }
    }
}
