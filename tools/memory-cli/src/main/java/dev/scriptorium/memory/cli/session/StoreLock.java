package dev.scriptorium.memory.cli.session;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The right to add to a store: a lock of the operating system, gone when its process is. */
final class StoreLock implements Closeable {
    private static final String NAME = ".lock";
    private static final long PAUSE_MILLIS = 20;

    private final FileChannel channel;

    private StoreLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Waits for the lock of a directory that exists. */
    static StoreLock acquire(Path directory, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        try {
            FileChannel channel = FileChannel.open(
                    directory.resolve(NAME),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                    PrivateFiles.attributes(directory, false));
            try {
                while (tryLock(channel) == null) {
                    if (System.nanoTime() - deadline >= 0) {
                        throw new MemoryException(ErrorCode.WORKSPACE_BUSY, "another import is adding to " + directory);
                    }
                    Thread.sleep(PAUSE_MILLIS);
                }
                return new StoreLock(channel);
            } catch (IOException | RuntimeException | InterruptedException e) {
                channel.close();
                throw e;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MemoryException(ErrorCode.WORKSPACE_BUSY, "interrupted while waiting for " + directory, e);
        } catch (IOException e) {
            throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "cannot lock " + directory + ": " + e, e);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
