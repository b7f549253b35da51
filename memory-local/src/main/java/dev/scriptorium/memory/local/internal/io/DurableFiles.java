package dev.scriptorium.memory.local.internal.io;

import java.io.FileOutputStream;
import java.io.IOException;
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
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/**
 * Writing files for their owner only, so that they survive a power cut. Forced writes go through
 * {@link FileOutputStream}, because an interrupt closes shared channels.
 */
public final class DurableFiles {
    private static final Set<PosixFilePermission> FILE_MODE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY_MODE = PosixFilePermissions.fromString("rwx------");

    private static final String TEMPORARY = ".scriptorium-";
    private static final String TEMPORARY_END = ".tmp";
    private static final long CLOCK_SLACK_SECONDS = 2;

    private DurableFiles() {}

    /** Creates a file with these bytes and forces it. */
    public static void create(Path file, byte[] bytes) throws IOException {
        createEmpty(file);
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(bytes);
            out.getFD().sync();
        }
    }

    /** Creates a file with these bytes without forcing it: for what can be derived again. */
    private static void createUnforced(Path file, byte[] bytes) throws IOException {
        createEmpty(file);
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            out.write(bytes);
        }
    }

    private static void createEmpty(Path file) throws IOException {
        if (isPosix(parent(file))) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE_MODE));
        } else {
            Files.createFile(file);
        }
    }

    /** Replaces a file, or creates it: as before or as after, whatever happens. The directory is forced too. */
    public static void replace(Path file, byte[] bytes) throws IOException {
        Path temporary = temporaryBeside(file);
        try {
            create(temporary, bytes);
            move(temporary, file);
        } finally {
            Files.deleteIfExists(temporary);
        }
        forceDirectory(parent(file));
    }

    /** Replaces a file that can be derived again: whole or not at all to readers, and not forced. */
    public static void replaceUnforced(Path file, byte[] bytes) throws IOException {
        Path temporary = temporaryBeside(file);
        try {
            createUnforced(temporary, bytes);
            move(temporary, file);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Puts the content of one file in the place of another, leaving the first where it is. */
    public static void linkOver(Path content, Path target) throws IOException {
        Path temporary = temporaryBeside(target);
        try {
            try {
                Files.createLink(temporary, content);
            } catch (UnsupportedOperationException | IOException e) {
                // No hard links here: a forced copy serves as well.
                Files.deleteIfExists(temporary);
                create(temporary, Files.readAllBytes(content));
            }
            move(temporary, target);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Appends bytes and forces the file; creates it when it is missing. */
    public static void append(Path file, byte[] bytes) throws IOException {
        append(file, bytes, true);
    }

    /** Appends bytes without forcing them: for what can be derived again. */
    public static void appendUnforced(Path file, byte[] bytes) throws IOException {
        append(file, bytes, false);
    }

    private static void append(Path file, byte[] bytes, boolean force) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            try {
                createEmpty(file);
            } catch (FileAlreadyExistsException e) {
                // Somebody else made it meanwhile; appending is right all the same.
            }
        }
        try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
            out.write(bytes);
            if (force) {
                out.getFD().sync();
            }
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("the file system cannot replace " + to.getFileName() + " atomically", e);
        }
    }

    private static Path temporaryBeside(Path file) {
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
        String middle = name.substring(TEMPORARY.length(), name.length() - TEMPORARY_END.length());
        int dash = middle.indexOf('-');
        if (dash < 1 || dash > 18 || !middle.substring(0, dash).chars().allMatch(Character::isDigit)) {
            return true;
        }
        Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(middle.substring(0, dash)));
        if (process.isEmpty()) {
            return true;
        }
        Instant written =
                Files.getLastModifiedTime(temporary, LinkOption.NOFOLLOW_LINKS).toInstant();
        return process.get()
                .info()
                .startInstant()
                .map(start -> start.minusSeconds(CLOCK_SLACK_SECONDS).isAfter(written))
                .orElse(false);
    }

    /** Creates a directory and its missing parents for the owner only; forces the parent of each. */
    public static void createDirectories(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        Path at = directory;
        while (at != null && !Files.isDirectory(at)) {
            missing.push(at);
            at = at.getParent();
        }
        for (Path next : missing) {
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
    public static void forceDirectory(Path directory) throws IOException {
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
