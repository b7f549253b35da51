package dev.scriptorium.memory.local.disk;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/**
 * Writing files for their owner only, so that they survive a power cut. Forced writes go through
 * {@link FileOutputStream}, because an interrupt closes shared channels.
 *
 * <p>Safe for use by several threads, as far as its observer is.
 *
 * @since 0.1
 */
public final class Disk {
    private static final Set<PosixFilePermission> FILE_MODE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY_MODE = PosixFilePermissions.fromString("rwx------");

    private static final String TEMPORARY = ".scriptorium-";
    private static final String TEMPORARY_END = ".tmp";
    private static final long CLOCK_SLACK_SECONDS = 2;

    private final DiskObserver observer;

    private Disk(DiskObserver observer) {
        this.observer = observer;
    }

    /** The disk, with somebody who is told of every change before it is made. */
    public static Disk observedBy(DiskObserver observer) {
        return new Disk(observer);
    }

    /** Who is told; for those who write files of their own kind. */
    public DiskObserver observer() {
        return observer;
    }

    /** Creates a file with these bytes and forces it. */
    public void create(Path file, byte[] bytes) throws IOException {
        create(file, bytes, true);
    }

    private void create(Path file, byte[] bytes, boolean force) throws IOException {
        createEmpty(file);
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            write(file, out, bytes, force);
        }
    }

    private void createEmpty(Path file) throws IOException {
        observer.before(new DiskOperation.Create(file));
        if (isPosix(parent(file))) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE_MODE));
        } else {
            Files.createFile(file);
        }
    }

    /** In two halves, so that what a kill in the middle leaves is seen by those who observe. */
    private void write(Path file, FileOutputStream out, byte[] bytes, boolean force) throws IOException {
        int half = bytes.length / 2;
        if (half > 0) {
            observer.before(new DiskOperation.Write(file, Arrays.copyOf(bytes, half)));
            out.write(bytes, 0, half);
        }
        if (bytes.length > 0) {
            observer.before(new DiskOperation.Write(file, Arrays.copyOfRange(bytes, half, bytes.length)));
            out.write(bytes, half, bytes.length - half);
        }
        if (force) {
            observer.before(new DiskOperation.Force(file));
            out.getFD().sync();
        }
    }

    /** Creates a file that is written piece by piece; closing it forces it. */
    public OutputStream creating(Path file) throws IOException {
        createEmpty(file);
        return new ForcedFile(file);
    }

    private final class ForcedFile extends OutputStream {
        private final Path file;
        private final FileOutputStream out;
        private boolean closed;

        ForcedFile(Path file) throws IOException {
            this.file = file;
            this.out = new FileOutputStream(file.toFile());
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            observer.before(new DiskOperation.Write(file, Arrays.copyOfRange(bytes, from, from + length)));
            out.write(bytes, from, length);
        }

        @Override
        public void close() throws IOException {
            if (closed) {
                return;
            }
            closed = true;
            try (out) {
                observer.before(new DiskOperation.Force(file));
                out.getFD().sync();
            }
        }
    }

    /** Replaces a file, or creates it: as before or as after, whatever happens. The directory is forced too. */
    public void replace(Path file, byte[] bytes) throws IOException {
        replace(file, bytes, true);
        forceDirectory(parent(file));
    }

    /** Replaces a file, or creates it, and forces its content; the directory is left to the caller. */
    public void replaceForced(Path file, byte[] bytes) throws IOException {
        replace(file, bytes, true);
    }

    /** Looks at a file just before it is replaced. */
    @FunctionalInterface
    public interface LastLook {
        /** Whether it may be replaced; false to leave it as it is. */
        boolean isAsExpected() throws IOException;
    }

    /** The same, with a last look when everything else is done. */
    public void replaceForced(Path file, byte[] bytes, LastLook look) throws IOException {
        replace(file, bytes, true, look);
    }

    /** Replaces a file that can be derived again: whole or not at all to readers, and not forced. */
    public void replaceUnforced(Path file, byte[] bytes) throws IOException {
        replace(file, bytes, false);
    }

    private void replace(Path file, byte[] bytes, boolean force) throws IOException {
        replace(file, bytes, force, () -> true);
    }

    private void replace(Path file, byte[] bytes, boolean force, LastLook look) throws IOException {
        Path temporary = temporaryBeside(file);
        boolean moved = false;
        try {
            create(temporary, bytes, force);
            if (look.isAsExpected()) {
                move(temporary, file);
                moved = true;
            }
        } finally {
            if (!moved) {
                remove(temporary);
            }
        }
    }

    /** Puts the content of one file in the place of another, leaving the first where it is. */
    public void linkOver(Path content, Path target) throws IOException {
        Path temporary = temporaryBeside(target);
        boolean moved = false;
        try {
            try {
                link(content, temporary);
            } catch (UnsupportedOperationException | IOException e) {
                // No hard links here: a forced copy serves as well.
                remove(temporary);
                create(temporary, Files.readAllBytes(content));
            }
            move(temporary, target);
            moved = true;
        } finally {
            if (!moved) {
                remove(temporary);
            }
        }
    }

    /** Gives a file a second name. */
    public void link(Path content, Path name) throws IOException {
        observer.before(new DiskOperation.Link(content, name));
        Files.createLink(name, content);
    }

    /** Appends bytes and forces the file; creates it when it is missing. */
    public void append(Path file, byte[] bytes) throws IOException {
        append(file, bytes, true);
    }

    /** Writes bytes over what is in a file from a position on, and forces it. */
    public void overwrite(Path file, long position, byte[] bytes) throws IOException {
        overwrite(file, position, bytes, true);
    }

    /** Writes bytes over what is in a file from its beginning on, without forcing it: for what is recognised when torn. */
    public void overwriteUnforced(Path file, byte[] bytes) throws IOException {
        overwrite(file, 0, bytes, false);
    }

    private void overwrite(Path file, long position, byte[] bytes, boolean force) throws IOException {
        try (RandomAccessFile out = writable(file)) {
            observer.before(new DiskOperation.Overwrite(file, position, bytes));
            out.seek(position);
            out.write(bytes);
            if (force) {
                observer.before(new DiskOperation.Force(file));
                out.getFD().sync();
            }
        }
    }

    private static RandomAccessFile writable(Path file) throws IOException {
        return new RandomAccessFile(file.toFile(), "rw");
    }

    /** Appends bytes without forcing them: for what can be derived again. */
    public void appendUnforced(Path file, byte[] bytes) throws IOException {
        append(file, bytes, false);
    }

    private void append(Path file, byte[] bytes, boolean force) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            try {
                createEmpty(file);
            } catch (FileAlreadyExistsException e) {
                // Somebody else made it meanwhile; appending is right all the same.
            }
        }
        try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
            write(file, out, bytes, force);
        }
    }

    /** Moves a file over another name of the same file system, at once. */
    public void move(Path from, Path to) throws IOException {
        observer.before(new DiskOperation.Rename(from, to));
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("the file system cannot replace " + to.getFileName() + " atomically", e);
        }
    }

    /** Removes a file, or nothing. */
    public void remove(Path file) throws IOException {
        observer.before(new DiskOperation.Remove(file));
        Files.deleteIfExists(file);
    }

    /**
     * Removes an empty directory.
     *
     * @throws java.nio.file.DirectoryNotEmptyException when it is not empty
     */
    public void removeDirectory(Path directory) throws IOException {
        observer.before(new DiskOperation.RemoveDirectory(directory));
        Files.delete(directory);
    }

    /** A name beside a file that nobody has, for what is to take its place. */
    public static Path temporaryBeside(Path file) {
        long process = ProcessHandle.current().pid();
        return file.resolveSibling(TEMPORARY + process + "-" + randomHex(8) + TEMPORARY_END);
    }

    /** Whether a file name is that of a temporary file of ours. */
    public static boolean isTemporary(String name) {
        return name.startsWith(TEMPORARY) && name.endsWith(TEMPORARY_END);
    }

    /**
     * Whether a temporary file will never get to its place, because the process that made it has ended. A process of
     * the same number that began after the file was written is another one.
     */
    public static boolean isAbandoned(Path temporary) throws IOException {
        String name = String.valueOf(temporary.getFileName());
        return isOfDeadProcess(temporary, name.substring(TEMPORARY.length(), name.length() - TEMPORARY_END.length()));
    }

    /**
     * Whether the process is dead whose number a name begins with, a dash behind it. A process of the same number that
     * began after the file was written is another one.
     */
    public static boolean isOfDeadProcess(Path file, String name) throws IOException {
        int dash = name.indexOf('-');
        if (dash < 1 || dash > 18 || !name.substring(0, dash).chars().allMatch(Character::isDigit)) {
            return true;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(name.substring(0, dash)));
        if (process.isEmpty()) {
            return true;
        }
        Instant written =
                Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
        return process.get()
                .info()
                .startInstant()
                .map(start -> start.minusSeconds(CLOCK_SLACK_SECONDS).isAfter(written))
                .orElse(false);
    }

    /** Creates a directory and its missing parents for the owner only; forces the parent of each. */
    public void createDirectories(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        Path at = directory;
        while (at != null && !Files.isDirectory(at)) {
            missing.push(at);
            at = at.getParent();
        }
        for (Path next : missing) {
            observer.before(new DiskOperation.MakeDirectory(next));
            try {
                if (isPosix(parent(next))) {
                    Files.createDirectory(next, PosixFilePermissions.asFileAttribute(DIRECTORY_MODE));
                } else {
                    Files.createDirectory(next);
                }
            } catch (FileAlreadyExistsException e) {
                if (!Files.isDirectory(next)) {
                    throw e;
                }
            }
            forceDirectory(parent(next));
        }
    }

    /** Forces the entries of a directory; nothing where the platform has no such thing. */
    public void forceDirectory(Path directory) throws IOException {
        observer.before(new DiskOperation.ForceDirectory(directory));
        boolean interrupted = false;
        try {
            while (true) {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                    return;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                } catch (NoSuchFileException e) {
                    throw e;
                } catch (IOException e) {
                    if (isPosix(directory)) {
                        throw e;
                    }
                    return;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Makes a file or directory its owner's only; nothing where there are no such modes. Links are left alone. */
    public static boolean restrict(Path path) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view == null || view.readAttributes().isSymbolicLink()) {
            return false;
        }
        Set<PosixFilePermission> wanted = view.readAttributes().isDirectory() ? DIRECTORY_MODE : FILE_MODE;
        if (view.readAttributes().permissions().equals(wanted)) {
            return false;
        }
        view.setPermissions(wanted);
        return true;
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** The directory of a file that has one. */
    public static Path parent(Path file) {
        Path parent = file.getParent();
        if (parent == null) {
            throw new IllegalArgumentException(file + " has no directory");
        }
        return parent;
    }

    /** Random lower-case hex digits. */
    public static String randomHex(int digits) {
        byte[] bytes = new byte[(digits + 1) / 2];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes).substring(0, digits);
    }
}
