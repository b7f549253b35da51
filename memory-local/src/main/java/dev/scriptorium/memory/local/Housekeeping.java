package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.tx.Transactions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done beside the host's calls, on the executor it gave: looks at every file now and then, and adopts what people
 * edited and have left alone since. Without an executor it is done by the next change.
 */
final class Housekeeping {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final long NANOS_BETWEEN = TimeUnit.SECONDS.toNanos(2);

    private final Optional<Executor> executor;
    private final Transactions transactions;
    private final EntrySettler settler;
    private final Duration lockTimeout;
    private final AtomicBoolean running = new AtomicBoolean();
    private final AtomicLong last = new AtomicLong(System.nanoTime());

    Housekeeping(Optional<Executor> executor, Transactions transactions, EntrySettler settler, Duration lockTimeout) {
        this.executor = executor;
        this.transactions = transactions;
        this.settler = settler;
        this.lockTimeout = lockTimeout;
    }

    /** Has it done if it is due; returns at once. */
    void nudge() {
        if (executor.isEmpty()
                || System.nanoTime() - last.get() < NANOS_BETWEEN
                || !running.compareAndSet(false, true)) {
            return;
        }
        try {
            executor.get().execute(this::run);
        } catch (RejectedExecutionException e) {
            running.set(false);
            LOG.debug("the executor takes no more work", e);
        }
    }

    private void run() {
        try {
            if (transactions.adoptSettled(lockTimeout)) {
                settler.settle(EntrySettler.Archives.WITH_NEXT);
            }
        } catch (MemoryException | IllegalStateException e) {
            LOG.debug("housekeeping is put off", e);
        } finally {
            last.set(System.nanoTime());
            running.set(false);
        }
    }
}
