package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.disk.DiskOperation;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The one thread that a host gives for housekeeping; counts the tasks that write packs. Safe for use by several threads.
 */
final class PackingExecutor implements Executor, DiskObserver, AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    private final ThreadLocal<Boolean> packs = ThreadLocal.withInitial(() -> false);
    private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Path directory;
    private final AtomicInteger slices = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicLong longest = new AtomicLong();

    /** For the workspace in this directory. */
    PackingExecutor(Path workspace) {
        this.directory = workspace.resolve(".git/objects/pack");
    }

    @Override
    public void execute(Runnable task) {
        thread.execute(() -> {
            packs.set(false);
            inside.set(true);
            running.incrementAndGet();
            long begin = System.nanoTime();
            try {
                task.run();
            } finally {
                long nanos = System.nanoTime() - begin;
                running.decrementAndGet();
                inside.set(false);
                if (packs.get()) {
                    slices.incrementAndGet();
                    longest.accumulateAndGet(nanos, Math::max);
                }
            }
        });
    }

    @Override
    public void before(DiskOperation operation) {
        if (inside.get() && operation.path().startsWith(directory)) {
            packs.set(true);
        }
    }

    /** Whether a task runs now. */
    boolean isBusy() {
        return running.get() > 0;
    }

    /** Tasks that wrote a pack, or a part of one. */
    int slices() {
        return slices.get();
    }

    /** The longest of them, in milliseconds. */
    double longestMillis() {
        return longest.get() / 1e6;
    }

    /** Ends when what was begun is done. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("housekeeping runs on");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
