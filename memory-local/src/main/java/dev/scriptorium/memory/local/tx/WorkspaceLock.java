package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock on a workspace, among the threads of this Java and among processes. The operating system releases it when the
 * process dies; nobody ever takes it from a holder that lives.
 *
 * <p>On POSIX, closing any handle of a lock file drops the lock. So the file is opened here and nowhere else, and only
 * by a thread that holds the seat of this Java for it. The seats are shared by all class loaders, through the system
 * properties, and are objects of the platform only.
 *
 * @since 0.1
 */
public final class WorkspaceLock {
    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceLock.class);
    private static final String SEATS = "dev.scriptorium.memory.locks";
    private static final long POLL_MILLIS = 10;
    private static final int MOST_IN_A_ROW = 4;

    private final Path file;
    private final Disk disk;
    private final Semaphore seat;
    private final String token = Disk.randomHex(16);
    private final AtomicInteger inARow = new AtomicInteger();
    private final AtomicReference<byte[]> ownership = new AtomicReference<>();

    /** The lock that a file of our own state stands for; the file need not exist. */
    public WorkspaceLock(WorkspaceLayout layout, String name) {
        this(layout.runtime(name), layout.disk());
    }

    /** The lock that a file stands for, wherever it is; the file need not exist. */
    public WorkspaceLock(Path file) {
        this(file, Disk.observedBy(DiskObserver.NONE));
    }

    private WorkspaceLock(Path file, Disk disk) {
        this.file = file;
        this.disk = disk;
        this.seat = seats().computeIfAbsent(file.toAbsolutePath().toString(), key -> new Semaphore(1, true));
    }

    @SuppressWarnings("unchecked")
    private static ConcurrentHashMap<String, Semaphore> seats() {
        return (ConcurrentHashMap<String, Semaphore>)
                System.getProperties().computeIfAbsent(SEATS, key -> new ConcurrentHashMap<String, Semaphore>());
    }

    /**
     * Takes the lock, waiting for it if need be. An interrupt is kept for later.
     *
     * @throws MemoryException {@code WORKSPACE_BUSY} when it is not free in time, {@code STORAGE_UNAVAILABLE} when the
     *     file cannot be made
     */
    public Held acquire(Duration timeout) {
        boolean interrupted = Thread.interrupted();
        try {
            return tryAcquire(timeout)
                    .orElseThrow(() -> new MemoryException(
                            ErrorCode.WORKSPACE_BUSY,
                            file.getFileName() + " is held by somebody else for more than " + timeout.toMillis()
                                    + " ms; try again"));
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Takes the lock if it is free now. */
    public Optional<Held> tryAcquire() {
        return tryAcquire(Duration.ZERO);
    }

    /**
     * Does something while holding the lock.
     *
     * @throws MemoryException as {@link #acquire}
     */
    public <T> T hold(Duration timeout, Supplier<T> work) {
        Held held = acquire(timeout);
        try {
            return work.get();
        } finally {
            held.close();
        }
    }

    private Optional<Held> tryAcquire(Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        boolean waited = !takeSeat(System.nanoTime());
        if (waited && !takeSeat(deadline)) {
            return Optional.empty();
        }
        boolean taken = false;
        try {
            if (waited && inARow.incrementAndGet() >= MOST_IN_A_ROW) {
                // Other processes look now and then only: threads that hand the seat on would never let them in.
                inARow.set(0);
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS + 2);
            }
            while (true) {
                Held held = tryOnce();
                if (held != null) {
                    taken = true;
                    return Optional.of(held);
                }
                if (System.nanoTime() >= deadline) {
                    return Optional.empty();
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE, "cannot lock " + file.getFileName() + ": " + e.getMessage(), e);
        } finally {
            if (!taken) {
                seat.release();
            }
        }
    }

    private boolean takeSeat(long deadline) {
        try {
            return seat.tryAcquire(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private @Nullable Held tryOnce() throws IOException {
        if (!Files.exists(file)) {
            try {
                disk.create(file, new byte[0]);
            } catch (java.nio.file.FileAlreadyExistsException e) {
                // Another process was quicker; the lock decides.
            }
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held by this Java through a door that is not ours: busy.
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        if (lock == null) {
            return null;
        }
        boolean noted = false;
        try {
            recordOwner();
            noted = true;
        } catch (IOException e) {
            // It decides nothing, so it must not cost us the lock either.
            LOG.debug("cannot note who holds {}", file.getFileName(), e);
            noted = true;
        } finally {
            if (!noted) {
                channel.close();
            }
        }
        return new Held(lock);
    }

    /** For people who wonder who holds it; decides nothing. */
    private void recordOwner() throws IOException {
        Path note = file.resolveSibling(file.getFileName() + ".owner");
        byte[] owner = owner();
        // Written only when somebody else held the lock before: replacing a file costs more than reading one.
        if (!Files.exists(note) || !Arrays.equals(Files.readAllBytes(note), owner)) {
            disk.replaceUnforced(note, owner);
        }
    }

    private byte[] owner() {
        byte[] known = ownership.get();
        if (known == null) {
            JsonObject json = JsonObject.create()
                    .put("pid", ProcessHandle.current().pid())
                    .put("token", token);
            ThisProcess.STARTED.ifPresent(start -> json.put("started", start.toString()));
            known = (json + "\n").getBytes(StandardCharsets.UTF_8);
            ownership.set(known);
        }
        return known;
    }

    /** Asking the system for it costs milliseconds, and it does not change. */
    private static final class ThisProcess {
        static final Optional<Instant> STARTED = ProcessHandle.current().info().startInstant();
    }

    /** The lock while it is held. Closing it gives the lock back; closing it again does nothing. */
    public final class Held implements AutoCloseable {
        private final FileLock lock;
        private boolean released;

        private Held(FileLock lock) {
            this.lock = lock;
        }

        /** The random token of this lock object, which says who holds it. */
        public String token() {
            return token;
        }

        /** Whether the operating system still says that the lock is ours. */
        public boolean isValid() {
            return !released && lock.isValid();
        }

        @Override
        public void close() {
            if (released) {
                return;
            }
            released = true;
            try {
                lock.channel().close();
            } catch (IOException e) {
                throw new MemoryException(ErrorCode.STORAGE_UNAVAILABLE, "cannot release " + file.getFileName(), e);
            } finally {
                seat.release();
            }
        }
    }
}
