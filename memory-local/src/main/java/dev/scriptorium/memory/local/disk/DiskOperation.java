package dev.scriptorium.memory.local.disk;

import java.nio.file.Path;

/**
 * One thing done to the disk, as whoever observes it is told just before. Immutable, but for the bytes of a write.
 *
 * @since 0.1
 */
public sealed interface DiskOperation {
    /** What is changed or forced. */
    Path path();

    /**
     * An empty file is made.
     *
     * @since 0.1
     */
    record Create(Path path) implements DiskOperation {}

    /**
     * Bytes are written at the end of a file. They belong to the writer: look, do not touch.
     *
     * @since 0.1
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Write(Path path, byte[] bytes) implements DiskOperation {}

    /**
     * Bytes are written over what is there, from a position on. They belong to the writer: look, do not touch.
     *
     * @since 0.1
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Overwrite(Path path, long position, byte[] bytes) implements DiskOperation {}

    /**
     * A file is emptied.
     *
     * @since 0.1
     */
    record Truncate(Path path) implements DiskOperation {}

    /**
     * The content of a file is forced.
     *
     * @since 0.1
     */
    record Force(Path path) implements DiskOperation {}

    /**
     * A file is moved over another name.
     *
     * @since 0.1
     */
    record Rename(Path from, Path path) implements DiskOperation {}

    /**
     * A file gets a second name.
     *
     * @since 0.1
     */
    record Link(Path content, Path path) implements DiskOperation {}

    /**
     * A name is removed.
     *
     * @since 0.1
     */
    record Remove(Path path) implements DiskOperation {}

    /**
     * A directory is made.
     *
     * @since 0.1
     */
    record MakeDirectory(Path path) implements DiskOperation {}

    /**
     * An empty directory is removed.
     *
     * @since 0.1
     */
    record RemoveDirectory(Path path) implements DiskOperation {}

    /**
     * The entries of a directory are forced.
     *
     * @since 0.1
     */
    record ForceDirectory(Path path) implements DiskOperation {}
}
