package dev.scriptorium.memory.local.git;

import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.disk.DiskOperation;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Private files, forced when told so. What is written goes through descriptors that an interrupt does not close.
 */
final class GitFiles {
    /** Begins every temporary file; {@code git gc} sweeps what begins with {@code tmp_}. */
    private static final String TEMPORARY = "tmp_scriptorium_";
    /** Those of this virtual machine; others are left over from a process that died. */
    private static final String OURS =
            TEMPORARY + String.format("%08x", ProcessHandle.current().pid()) + token().substring(8) + '_';
    /** The process that made a temporary file, where its name says so. */
    private static final Pattern MAKER = Pattern.compile(TEMPORARY + "([0-9a-f]{8})[0-9a-f]{8}_.*");

    private static final boolean POSIX =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    private static final FileAttribute<?>[] FILE = mode("rw-------");
    private static final FileAttribute<?>[] DIRECTORY = mode("rwx------");

    private final DiskObserver observer;

    /** Files, with somebody who is told of every change before it is made. */
    GitFiles(DiskObserver observer) {
        this.observer = observer;
    }

    private static FileAttribute<?>[] mode(String mode) {
        return POSIX
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode))}
                : new FileAttribute<?>[0];
    }

    static String token() {
        return String.format("%016x", ThreadLocalRandom.current().nextLong());
    }

    /** Creates an empty file under a name nobody else has. */
    Path temporary(Path directory) throws IOException {
        return create(directory.resolve(OURS + token()));
    }

    /** Removes the temporary files of dead processes; one that lives may be packing. */
    void sweep(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, TEMPORARY + '*')) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                if (!name.startsWith(OURS) && !isAtWork(name)) {
                    remove(file);
                }
            }
        }
    }

    private static boolean isAtWork(String name) {
        Matcher maker = MAKER.matcher(name);
        if (!maker.matches()) {
            return false;
        }
        long process = Long.parseLong(maker.group(1), 16);
        // With our number and another token it was made before we were started.
        return process != ProcessHandle.current().pid()
                && ProcessHandle.of(process).isPresent();
    }

    /**
     * Creates an empty file.
     *
     * @throws FileAlreadyExistsException when it is there already
     */
    Path create(Path file) throws IOException {
        observer.before(new DiskOperation.Create(file));
        return Files.createFile(file, FILE);
    }

    /** Writes an empty file. */
    void write(Path file, byte[] bytes, boolean force) throws IOException {
        try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
            put(file, out, bytes);
            if (force) {
                forcing(file);
                out.getFD().sync();
            }
        }
    }

    /** In two halves, so that what a kill in the middle leaves is seen by those who observe. */
    private void put(Path file, FileOutputStream out, byte[] bytes) throws IOException {
        int half = bytes.length / 2;
        if (half > 0) {
            appending(file, bytes, 0, half);
            out.write(bytes, 0, half);
        }
        if (bytes.length > 0) {
            appending(file, bytes, half, bytes.length);
            out.write(bytes, half, bytes.length - half);
        }
    }

    /** Empties a file, and writes it, not forced. */
    void rewrite(Path file, byte[] bytes) throws IOException {
        observer.before(new DiskOperation.Truncate(file));
        try (FileOutputStream out = new FileOutputStream(file.toFile())) {
            put(file, out, bytes);
        }
    }

    /** For those who write a file piece by piece: these bytes will come at its end. */
    void appending(Path file, byte[] bytes, int from, int to) throws IOException {
        observer.before(new DiskOperation.Write(file, Arrays.copyOfRange(bytes, from, to)));
    }

    /** For those who write a file piece by piece: these bytes will be written over what is there. */
    void overwriting(Path file, long position, byte[] bytes) throws IOException {
        observer.before(new DiskOperation.Overwrite(file, position, bytes));
    }

    /** For those who write a file piece by piece: it will be forced. */
    void forcing(Path file) throws IOException {
        observer.before(new DiskOperation.Force(file));
    }

    /** Removes a file, or nothing. */
    void remove(Path file) throws IOException {
        observer.before(new DiskOperation.Remove(file));
        Files.deleteIfExists(file);
    }

    /** Writes a file whole: beside it, perhaps forced, then renamed over it. */
    void replace(Path file, Path temporaryDirectory, byte[] bytes, boolean force) throws IOException {
        Path temporary = temporary(temporaryDirectory);
        boolean renamed = false;
        try {
            write(temporary, bytes, force);
            rename(temporary, file);
            renamed = true;
        } finally {
            if (!renamed) {
                remove(temporary);
            }
        }
    }

    /**
     * Writes one line in place, not forced: what a power loss leaves of it is recognised. A line as long as the one before
     * is written over it, since a file that is cut first is written out at once by some file systems.
     */
    void note(Path file, String line) throws IOException {
        byte[] bytes = (line + '\n').getBytes(StandardCharsets.UTF_8);
        if (!Files.exists(file)) {
            create(file);
        }
        try (RandomAccessFile out = writable(file)) {
            if (out.length() == bytes.length) {
                overwriting(file, 0, bytes);
            } else {
                observer.before(new DiskOperation.Truncate(file));
                out.setLength(0);
                appending(file, bytes, 0, bytes.length);
            }
            out.write(bytes);
        }
    }

    /** Opens a file of the repository to be written anywhere in it. */
    static RandomAccessFile writable(Path file) throws IOException {
        return new RandomAccessFile(file.toFile(), "rw");
    }

    /** Appends to a file, creating it where it is missing. */
    void append(Path file, byte[] bytes) throws IOException {
        if (!Files.exists(file)) {
            directories(parent(file));
            create(file);
        }
        try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
            put(file, out, bytes);
        }
    }

    void rename(Path from, Path to) throws IOException {
        observer.before(new DiskOperation.Rename(from, to));
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Creates a directory with those above it, and forces each directory that got a new entry. */
    void directories(Path directory) throws IOException {
        if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Path parent = parent(directory);
        directories(parent);
        observer.before(new DiskOperation.MakeDirectory(directory));
        try {
            Files.createDirectory(directory, DIRECTORY);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
        forceDirectory(parent);
    }

    /** Makes renames in a directory durable; best effort where a directory cannot be opened. */
    void forceDirectory(Path directory) throws IOException {
        observer.before(new DiskOperation.ForceDirectory(directory));
        boolean interrupted = false;
        try {
            while (true) {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                    return;
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted();
                } catch (AccessDeniedException e) {
                    if (File.separatorChar == '\\') {
                        return;
                    }
                    throw e;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Leaves a directory to its owner alone; best effort where it is somebody else's. */
    static void makePrivate(Path directory) throws IOException {
        if (POSIX) {
            Set<PosixFilePermission> wanted = PosixFilePermissions.fromString("rwx------");
            if (!Files.getPosixFilePermissions(directory).equals(wanted)) {
                try {
                    Files.setPosixFilePermissions(directory, wanted);
                } catch (FileSystemException e) {
                    // Not ours to change; what we create in it is private all the same.
                }
            }
        }
    }

    /** The bytes of a file; empty when there is none. */
    static Optional<byte[]> bytes(Path file) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** The text of a file; empty when there is none. */
    static Optional<String> text(Path file) throws IOException {
        return bytes(file).map(bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    static Path parent(Path path) throws IOException {
        Path parent = path.getParent();
        if (parent == null) {
            throw new NoSuchFileException(path.toString(), null, "has no parent");
        }
        return parent;
    }
}
