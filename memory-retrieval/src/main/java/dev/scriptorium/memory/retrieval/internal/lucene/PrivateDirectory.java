package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.MMapDirectory;

/**
 * A directory whose files nobody else may read (D16). Mapped into memory: an interrupted thread closes nothing that
 * others read.
 */
final class PrivateDirectory extends FilterDirectory {
    private final Path path;

    private PrivateDirectory(Path path) throws IOException {
        super(new MMapDirectory(path));
        this.path = path;
    }

    /** Opens a directory that exists. */
    static PrivateDirectory open(Path path) throws IOException {
        return new PrivateDirectory(path);
    }

    /** Opens a directory, making it when it is missing. */
    static PrivateDirectory create(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            Files.createDirectories(path);
            restrict(path, "rwx------");
        }
        return new PrivateDirectory(path);
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
        IndexOutput output = in.createOutput(name, context);
        restrict(path.resolve(name), "rw-------");
        return output;
    }

    @Override
    public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) throws IOException {
        IndexOutput output = in.createTempOutput(prefix, suffix, context);
        restrict(path.resolve(output.getName()), "rw-------");
        return output;
    }

    /**
     * Made private before it is locked, and never touched again: on POSIX, closing any handle of a lock file drops the
     * lock, and changing the mode of a file opens one.
     */
    @Override
    public Lock obtainLock(String name) throws IOException {
        Path file = path.resolve(name);
        if (Files.notExists(file) && Files.getFileStore(path).supportsFileAttributeView("posix")) {
            try {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            } catch (FileAlreadyExistsException e) {
                // Another process was quicker, and made it as private.
            }
        }
        return in.obtainLock(name);
    }

    private static void restrict(Path path, String permissions) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null) {
            view.setPermissions(PosixFilePermissions.fromString(permissions));
        }
    }
}
