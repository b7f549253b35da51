package dev.scriptorium.memory.local.recall;

import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.retrieval.IndexBuilding;
import dev.scriptorium.memory.retrieval.MemoryIndex;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Has the model give vectors to what the index holds without. Nobody waits for it: no lock that a search or a change needs
 * is held while the model is asked. Safe for use by several threads.
 */
final class VectorUpkeep {
    /** In how many files it shows whether a model can be used at all. */
    private static final int SOON = 64;

    private final Transactions transactions;
    private final MemoryIndex index;
    private final ReentrantLock making = new ReentrantLock();
    private volatile boolean ended;

    VectorUpkeep(Transactions transactions, MemoryIndex index) {
        this.transactions = transactions;
        this.index = index;
    }

    /**
     * Sees to what lacks vectors, if that is little.
     *
     * @param deadline in nanoseconds, as {@link System#nanoTime}
     * @return false when there is more of it to do; what is much, or has to wait for the model, is for another time
     */
    boolean few(long deadline) {
        return index.vectors() != MemoryIndex.Vectors.FEW
                || index.fillVectors(() -> ended || System.nanoTime() - deadline > 0);
    }

    /**
     * As {@link #few}; where much lacks vectors it is seen to all the same, however long that takes. The index answers by
     * words meanwhile, and goes on following the files.
     */
    boolean all(long deadline) {
        // What another thread is making needs nobody else.
        if (index.vectors() == MemoryIndex.Vectors.MANY && making.tryLock()) {
            try {
                make();
            } finally {
                making.unlock();
            }
        }
        return few(deadline);
    }

    /** Whether there is nothing to do at present. */
    boolean isIdle() {
        MemoryIndex.Vectors vectors = index.vectors();
        return vectors == MemoryIndex.Vectors.COMPLETE || vectors == MemoryIndex.Vectors.WAITING;
    }

    private void make() {
        Optional<IndexBuilding> begun = index.buildWithVectors(() -> ended);
        if (begun.isEmpty()) {
            return;
        }
        try (IndexBuilding building = begun.get()) {
            // Asked for after the beginning: what was applied before is in it, what is applied later stays as applied.
            Snapshot snapshot = transactions.current();
            int added = 0;
            for (Map.Entry<String, String> file : IndexContent.wanted(snapshot).entrySet()) {
                // A model that is out of order from the beginning is not worth a new index. Later what it gave is kept.
                boolean vain = added++ < SOON && index.vectors() == MemoryIndex.Vectors.WAITING;
                if (ended || vain) {
                    return;
                }
                content(snapshot, file.getKey(), file.getValue()).ifPresent(building::add);
            }
            if (!ended) {
                building.finish(snapshot.generation(), snapshot.revision().value());
            }
        }
    }

    /** A file as a state has it or, when that is gone after so long a time, as it is now. */
    private Optional<IndexedFile> content(Snapshot snapshot, String path, String hash) {
        try {
            return Optional.of(IndexContent.read(transactions, snapshot, path, hash));
        } catch (RuntimeException e) {
            Snapshot now = transactions.current();
            return IndexContent.wanted(now, path).map(latest -> IndexContent.read(transactions, now, path, latest));
        }
    }

    /** Has whoever is at it stop; a model that is being asked is not waited for. */
    void end() {
        ended = true;
    }
}
