package dev.scriptorium.memory.local.backup;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An export that has been unpacked beside the place where it is wanted, every byte of it checked and forced. Closing it
 * removes whatever has not been moved to its place. Not thread-safe.
 *
 * @since 0.1
 */
public final class UnpackedExport implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UnpackedExport.class);

    private final ExportManifest manifest;
    private final Path directory;
    private final Disk disk;
    private boolean moved;

    private UnpackedExport(ExportManifest manifest, Path directory, Disk disk) {
        this.manifest = manifest;
        this.directory = directory;
        this.disk = disk;
    }

    /**
     * Unpacks an export.
     *
     * @param beside the place where it is wanted; its parents are made
     * @throws MemoryException {@code INVALID_ARGUMENT} when the file is no export, is damaged, or holds what has no place
     *     in one; {@code FORMAT_TOO_NEW}; {@code STORAGE_UNAVAILABLE} when there is no room, or the disk refuses. Nothing
     *     is left then
     */
    public static UnpackedExport of(Path file, Path beside, Disk disk) {
        return io("cannot unpack " + file, () -> {
            ExportFile export = ExportFile.open(file);
            Path parent = Disk.parent(beside);
            disk.createDirectories(parent);
            long room = Files.getFileStore(parent).getUsableSpace();
            if (export.unpacked() > room) {
                throw new IOException(export.unpacked() + " bytes are needed, " + room + " are free");
            }
            UnpackedExport unpacked = new UnpackedExport(export.manifest(), Disk.temporaryBeside(beside), disk);
            boolean whole = false;
            try {
                disk.createDirectories(unpacked.directory);
                export.unpack(unpacked.directory, disk);
                unpacked.force();
                whole = true;
            } finally {
                if (!whole) {
                    unpacked.close();
                }
            }
            return unpacked;
        });
    }

    /** The workspace as it was exported, which opens as one. */
    public Path memory() {
        return directory.resolve("memory");
    }

    /** The id of the workspace that it was exported from. */
    public String workspace() {
        return manifest.workspace();
    }

    /** The state it holds. */
    public Revision revision() {
        return new Revision(manifest.revision());
    }

    /** When it was made. */
    public String madeAt() {
        return manifest.madeAt();
    }

    /** The commit its history stands at; empty without history. */
    public Optional<String> head() {
        return Optional.ofNullable(manifest.head());
    }

    /**
     * Moves the workspace to where it is wanted, at once, with what people had saved that was no part of the memory.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when something is there; {@code STORAGE_UNAVAILABLE}
     */
    public void moveTo(Path target) {
        io("cannot put the workspace in its place, " + target, () -> {
            for (String path : manifest.edits()) {
                requireContent(path);
                Path to = memory().resolve(path);
                disk.createDirectories(Disk.parent(to));
                disk.replace(to, Files.readAllBytes(directory.resolve(ExportPaths.EDITS + path)));
            }
            force();
            requireFree(target);
            disk.move(memory(), target);
            boolean holds = false;
            try {
                disk.forceDirectory(Disk.parent(target));
                holds = true;
            } finally {
                if (!holds) {
                    disk.move(target, memory());
                }
            }
            moved = true;
            return target;
        });
    }

    private static void requireContent(String path) {
        if (!ExportPaths.isContent(path)) {
            throw new MemoryException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the export names \"" + path + "\" as something people saved: expected a path below topics/ or"
                            + " sources/");
        }
    }

    /**
     * Refuses a place where something is.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} unless there is nothing, or an empty directory
     */
    public static void requireFree(Path target) {
        if (!isFree(target)) {
            throw new MemoryException(
                    ErrorCode.INVALID_ARGUMENT,
                    target + " is not empty; name a directory that does not exist yet, or an empty one");
        }
    }

    /** Whether there is nothing, or an empty directory. */
    public static boolean isFree(Path target) {
        if (!Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            return true;
        }
        return Files.isDirectory(target)
                && io("cannot look into " + target, () -> {
                    try (DirectoryStream<Path> entries = Files.newDirectoryStream(target)) {
                        return !entries.iterator().hasNext();
                    }
                });
    }

    private void force() throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult postVisitDirectory(Path at, @Nullable IOException trouble) throws IOException {
                disk.forceDirectory(at);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Override
    public void close() {
        try {
            io("cannot remove " + directory, () -> {
                remove();
                return directory;
            });
        } catch (MemoryException e) {
            if (!moved) {
                throw e;
            }
            LOG.warn("{} is left over: {}", directory, e.getMessage());
        }
    }

    private void remove() throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes seen) throws IOException {
                disk.remove(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path at, @Nullable IOException trouble) throws IOException {
                disk.removeDirectory(at);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static <T> T io(String what, Interrupts.IoCall<T> call) {
        try {
            return Interrupts.deferred(call);
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    what + ": " + e.getClass().getSimpleName() + " " + e.getMessage() + "; nothing is left of it",
                    e);
        }
    }
}
