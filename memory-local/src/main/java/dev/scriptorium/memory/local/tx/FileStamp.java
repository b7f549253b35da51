package dev.scriptorium.memory.local.tx;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a look at a file or directory shows without reading it. Two equal stamps mean equal content, unless the first
 * was taken in the same moment as the file was written: such a stamp is racy and proves nothing.
 *
 * @param size bytes
 * @param modified when the content was changed, in nanoseconds since the epoch
 * @param changed when the content or the attributes were changed; 0 where the platform does not say
 * @param inode which file it is; 0 where the platform does not say
 * @param racy whether it was changed so lately that a later change might not show
 */
record FileStamp(long size, long modified, long changed, long inode, boolean racy) {
    private static final long RACY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int KIND = 0170000;
    private static final int REGULAR = 0100000;
    private static final int DIRECTORY = 0040000;

    /** Of a file that was not looked at. */
    static final FileStamp NONE = new FileStamp(0, 0, 0, 0, true);

    /** What stands at a path. */
    enum Kind {
        FILE,
        DIRECTORY,
        OTHER
    }

    /** What stands at a path, and how it looks. */
    record Seen(Kind kind, FileStamp stamp) {}

    /** Looks at a path without following links. */
    static Seen look(Path path, Instant now) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            Map<String, Object> seen =
                    Files.readAttributes(path, "unix:mode,size,lastModifiedTime,ctime,ino", LinkOption.NOFOLLOW_LINKS);
            int mode = (int) number(seen, "mode") & KIND;
            Kind kind = mode == REGULAR ? Kind.FILE : mode == DIRECTORY ? Kind.DIRECTORY : Kind.OTHER;
            return new Seen(
                    kind,
                    of(
                            number(seen, "size"),
                            time(seen, "lastModifiedTime"),
                            time(seen, "ctime"),
                            number(seen, "ino"),
                            now));
        }
        BasicFileAttributes seen = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Kind kind = seen.isRegularFile() ? Kind.FILE : seen.isDirectory() ? Kind.DIRECTORY : Kind.OTHER;
        return new Seen(kind, of(seen.size(), seen.lastModifiedTime(), null, Objects.hashCode(seen.fileKey()), now));
    }

    private static long number(Map<String, Object> seen, String name) {
        return seen.get(name) instanceof Number number ? number.longValue() : 0;
    }

    private static FileTime time(Map<String, Object> seen, String name) {
        return seen.get(name) instanceof FileTime time ? time : FileTime.fromMillis(0);
    }

    private static FileStamp of(long size, FileTime modified, @Nullable FileTime changed, long inode, Instant now) {
        long lately = now.getEpochSecond() * 1_000_000_000L + now.getNano() - RACY_NANOS;
        long modifiedAt = modified.to(TimeUnit.NANOSECONDS);
        long changedAt = changed == null ? 0 : changed.to(TimeUnit.NANOSECONDS);
        return new FileStamp(size, modifiedAt, changedAt, inode, Math.max(modifiedAt, changedAt) >= lately);
    }

    /** The same, proving nothing: taken after something was written, it may be of what somebody else wrote since. */
    FileStamp unproven() {
        return new FileStamp(size, modified, changed, inode, true);
    }

    /** Whether a later look proves that the file is as it was. */
    boolean proves(FileStamp later) {
        return !racy && equalTo(later);
    }

    /** Whether a later look shows the same, which proves nothing if this one is racy. */
    boolean equalTo(FileStamp later) {
        return size == later.size && modified == later.modified && changed == later.changed && inode == later.inode;
    }
}
