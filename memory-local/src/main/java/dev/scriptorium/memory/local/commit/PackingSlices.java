package dev.scriptorium.memory.local.commit;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Packs the history in slices, under a lease of its own: commits go on meanwhile, in this process and in others. Safe for
 * use by several threads.
 */
final class PackingSlices {
    private static final Logger LOG = LoggerFactory.getLogger(PackingSlices.class);

    private final Optional<History> history;
    private final WorkspaceLock lease;
    /** Commits made since somebody last looked whether packing is due. */
    private final AtomicInteger unlooked = new AtomicInteger();

    PackingSlices(WorkspaceLayout layout, Optional<History> history) {
        this.history = history;
        this.lease = new WorkspaceLock(layout, "packing.lock");
    }

    /** A commit was made. */
    void committed() {
        unlooked.incrementAndGet();
    }

    /** Commits made since the last look. */
    int unlooked() {
        return unlooked.get();
    }

    /** Packs if that is due and nobody else is at it, for about this long; returns whether there is more to do. */
    boolean work(Duration atMost) {
        unlooked.set(0);
        try {
            if (history.isEmpty() || !history.get().packingDue()) {
                return false;
            }
            Optional<WorkspaceLock.Held> held = lease.tryAcquire();
            if (held.isEmpty()) {
                return false;
            }
            try {
                long begun = System.nanoTime();
                return history.get().pack(() -> System.nanoTime() - begun < atMost.toNanos());
            } finally {
                held.get().close();
            }
        } catch (MemoryException | IllegalStateException e) {
            LOG.debug("packing is put off", e);
            return false;
        }
    }
}
