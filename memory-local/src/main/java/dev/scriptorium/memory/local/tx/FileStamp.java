package dev.scriptorium.memory.local.tx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a look at a file shows without reading it. Two equal stamps mean equal content, unless the first was taken in
 * the same moment as the file was written: such a stamp is racy and proves nothing.
 */
record FileStamp(
        long size,
        Instant modified,
        @Nullable Object changed,
        @Nullable Object inode,
        boolean racy) {
    private static final long RACY_MILLIS = 50;

    /** The stamp of a file, or null when it is no regular file. */
    static @Nullable FileStamp of(Path file, BasicFileAttributes seen, Instant now) throws IOException {
        if (!seen.isRegularFile()) {
            return null;
        }
        Object changed = null;
        if (file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            Map<String, Object> unix = Files.readAttributes(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS);
            changed = unix.get("ctime");
        }
        Instant modified = seen.lastModifiedTime().toInstant();
        boolean racy = !modified.isBefore(now.minusMillis(RACY_MILLIS));
        return new FileStamp(seen.size(), modified, changed, seen.fileKey(), racy);
    }

    /** Whether a later look proves that the file is as it was. */
    boolean proves(FileStamp later) {
        return !racy
                && size == later.size
                && modified.equals(later.modified)
                && Objects.equals(changed, later.changed)
                && Objects.equals(inode, later.inode);
    }
}
