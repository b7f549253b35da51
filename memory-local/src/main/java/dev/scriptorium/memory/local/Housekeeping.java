package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.commit.EntrySettler;
import dev.scriptorium.memory.local.recall.RecallIndex;
import dev.scriptorium.memory.local.state.RecentRecalls;
import dev.scriptorium.memory.local.tx.Transactions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done beside the host's calls, on the executor it gave: looks at every file now and then, adopts what people
 * edited and have left alone since, packs the history, brings the search index up to
 * date and notes what was recalled, in slices. Without an
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
    private final RecentRecalls recalls;
    private final Duration lockTimeout;
    private final AtomicBoolean running = new AtomicBoolean();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final AtomicLong last = new AtomicLong(System.nanoTime());

    Housekeeping(
            Optional<Executor> executor,
            Transactions transactions,
            EntrySettler settler,
            RecallIndex index,
            RecentRecalls recalls,
            Duration lockTimeout) {
        this.executor = executor;
        this.transactions = transactions;
        this.settler = settler;
        this.index = index;
        this.recalls = recalls;
        this.lockTimeout = lockTimeout;
    }

    /** Has a lost index made anew: beside the host's calls when that may take long and there is an executor. */
    void mendIndex() {
        if (executor.isEmpty()) {
            index.mend();
            return;
        }
        index.leaveVectorsTo(this::seeToVectors);
        if (!index.mendIfSmall()) {
            begin(index::mend);
        } else if (index.lacksVectors()) {
            seeToVectors();
        }
    }

    /** Has vectors added in slices, unless one is running, which sees to them too; returns at once. */
    private void seeToVectors() {
        begin(() -> {});
    }

    private void begin(Runnable first) {
        if (running.compareAndSet(false, true) && !submit(() -> slice(first))) {
            running.set(false);
        }
    }

    /** Has it done if it is due; returns at once. */
    void nudge() {
        if (executor.isPresent() && System.nanoTime() - last.get() >= NANOS_BETWEEN) {
            begin(this::adopt);
        }
    }

    /** At the end of a pass: without an executor this is when there is time. */
    void afterPass() {
        if (executor.isEmpty()) {
            try {
                recalls.save();
                settler.tidyAfterCommits(SLICE);
                index.tend(SLICE);
            } catch (RuntimeException e) {
                putOff(e);
            }
        }
    }

    /** Nobody's call fails of it: says once what was not to be expected. */
    private void putOff(RuntimeException trouble) {
        boolean expected = trouble instanceof MemoryException || trouble instanceof IllegalStateException;
        if (!expected && told.add(trouble.getClass().getName())) {
            LOG.warn("housekeeping is put off: {}", trouble.toString());
        }
        LOG.debug("housekeeping is put off", trouble);
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

    /** Makes part of the memory what people edited and have left alone since. */
    void adopt() {
        if (transactions.adoptSettled(lockTimeout)) {
            settler.settle(EntrySettler.Archives.WITH_NEXT);
        }
    }

    private void slice(Runnable first) {
        boolean more = false;
        try {
            first.run();
            recalls.save();
            boolean packed = !settler.tidy(SLICE);
            boolean indexed = index.tend(SLICE);
            more = !packed || !indexed;
        } catch (RuntimeException e) {
            putOff(e);
        } finally {
            // The rest as another task, so that the host's executor gets round to its own in between.
            if (!more || !submit(() -> slice(() -> {}))) {
                last.set(System.nanoTime());
                running.set(false);
            }
        }
    }
}
