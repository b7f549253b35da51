package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.recall.RecallIndex;
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
 * What is done beside the host's calls, on the executor it gave: looks at every file now and then, adopts what people
 * edited and have left alone since, packs the history and brings the search index up to date, in slices. Without an
 * executor the next change adopts, and the end of a pass does the rest.
 */
final class Housekeeping {
    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final long NANOS_BETWEEN = TimeUnit.SECONDS.toNanos(2);
    private static final Duration SLICE = Duration.ofMillis(150);

    private final Optional<Executor> executor;
    private final Transactions transactions;
    private final EntrySettler settler;
    private final RecallIndex index;
    private final Duration lockTimeout;
    private final AtomicBoolean running = new AtomicBoolean();
    private final AtomicLong last = new AtomicLong(System.nanoTime());

    Housekeeping(
            Optional<Executor> executor,
            Transactions transactions,
            EntrySettler settler,
            RecallIndex index,
            Duration lockTimeout) {
        this.executor = executor;
        this.transactions = transactions;
        this.settler = settler;
        this.index = index;
        this.lockTimeout = lockTimeout;
    }

    /** Has it done if it is due; returns at once. */
    void nudge() {
        if (executor.isPresent()
                && System.nanoTime() - last.get() >= NANOS_BETWEEN
                && running.compareAndSet(false, true)
                && !submit(this::adopt)) {
            running.set(false);
        }
    }

    /** At the end of a pass: without an executor this is when there is time. */
    void afterPass() {
        if (executor.isEmpty()) {
            settler.tidyAfterCommits(SLICE);
            try {
                index.tend(SLICE);
            } catch (MemoryException | IllegalStateException e) {
                LOG.debug("the index is brought up to date later", e);
            }
        }
    }

    private boolean submit(Runnable work) {
        try {
            executor.orElseThrow().execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            LOG.debug("the executor takes no more work", e);
            return false;
        }
    }

    private void adopt() {
        slice(() -> {
            if (transactions.adoptSettled(lockTimeout)) {
                settler.settle(EntrySettler.Archives.WITH_NEXT);
            }
        });
    }

    private void slice(Runnable first) {
        boolean more = false;
        try {
            first.run();
            boolean packed = !settler.tidy(SLICE);
            boolean indexed = index.tend(SLICE);
            more = !packed || !indexed;
        } catch (MemoryException | IllegalStateException e) {
            LOG.debug("housekeeping is put off", e);
        } finally {
            // The rest as another task, so that the host's executor gets round to its own in between.
            if (!more || !submit(() -> slice(() -> {}))) {
                last.set(System.nanoTime());
                running.set(false);
            }
        }
    }
}
