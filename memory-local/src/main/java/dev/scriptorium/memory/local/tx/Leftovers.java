package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.disk.Disk;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Removes the temporary files of processes that ended before they could move them into their place. */
final class Leftovers extends SimpleFileVisitor<Path> {
    private final WorkspaceLayout layout;

    private Leftovers(WorkspaceLayout layout) {
        this.layout = layout;
    }

    /** Sweeps the workspace; the caller holds the install lock. */
    static void sweep(WorkspaceLayout layout) throws IOException {
        Files.walkFileTree(layout.root(), new Leftovers(layout));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes seen) {
        return layout.path(directory).equals(".git") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes seen) throws IOException {
        try {
            if (Disk.isTemporary(String.valueOf(file.getFileName())) && Disk.isAbandoned(file)) {
                layout.disk().remove(file);
            }
        } catch (NoSuchFileException e) {
            // Moved into its place between the listing and now.
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
        // What cannot be looked at is named by status and check.
        return FileVisitResult.CONTINUE;
    }
}
