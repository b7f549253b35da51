package dev.scriptorium.memory.local.recall;

import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.retrieval.IndexBuilding;
import dev.scriptorium.memory.retrieval.MemoryIndex;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Has the model give vectors to what the index holds without. Nobody waits for it: no lock that a search or a change needs
 * is held while the model is asked. Safe for use by several threads.
 */
final class VectorUpkeep {
    /** In how many files it shows whether a model can be used at all. */
    private static final int SOON = 64;

    /** How far those that lack one are counted. */
    private static final int COUNTED = 2_000;

    private static final Duration WAITED = Duration.ofSeconds(10);
    private static final Duration EVER = Duration.ofDays(365);

    private final Transactions transactions;
    private final MemoryIndex index;
    private final ReentrantLock making = new ReentrantLock();
    private volatile boolean ended;
    private volatile @Nullable Runnable nudged;
    /** What is being made, a slice at a time; guarded by {@link #making}. */
    private @Nullable Begun begun;

    private int added;

    /**
     * An index with vectors that is not finished.
     *
     * @param snapshot asked for after the beginning: what was applied before is in it, what is applied later stays as
     *     applied
     */
    private record Begun(IndexBuilding building, Snapshot snapshot, Iterator<Map.Entry<String, String>> files) {}

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
     * As {@link #few}; where much lacks vectors it is seen to all the same, and where there is no time to end, the next
     * call goes on. The index answers by words meanwhile, and goes on following the files.
     *
     * @param until when to leave off with what is much, after a file; as {@link System#nanoTime}
     */
    boolean all(long until, long deadline) {
        boolean whole = true;
        // What another thread is making needs nobody else.
        if (making.tryLock()) {
            try {
                whole = (begun == null && index.vectors() != MemoryIndex.Vectors.MANY) || made(until);
            } finally {
                making.unlock();
            }
            giveUpIfEnded();
        }
        return whole && few(deadline);
    }

    /** Forgets an index that is not finished, unless somebody is at it. */
    void giveUp() {
        if (making.tryLock()) {
            try {
                drop();
            } finally {
                making.unlock();
            }
        }
    }

    private void giveUpIfEnded() {
        if (ended) {
            giveUp();
        }
    }

    private void drop() {
        Begun unfinished = begun;
        begun = null;
        if (unfinished != null) {
            unfinished.building().close();
        }
    }

    /** How many documents lack a vector; empty when none does. */
    Optional<String> lacking() {
        int count = index.withoutVectors();
        return count == 0 ? Optional.empty() : Optional.of(count < COUNTED ? "" + count : COUNTED + " or more");
    }

    /** Leaves them to somebody who has time, and is told whenever some are lacking. */
    void leaveTo(Runnable nudge) {
        nudged = nudge;
    }

    boolean isLeft() {
        return nudged != null;
    }

    /** Whether they are left to somebody, who is told if some are lacking. */
    boolean left() {
        Runnable nudge = nudged;
        if (nudge != null && !isIdle()) {
            nudge.run();
        }
        return nudge != null;
    }

    /** Gives all of them, or has them given. */
    void give() {
        if (!left()) {
            some(System.nanoTime() + WAITED.toNanos());
        }
    }

    /** As {@link #few}; of what is much all that there is time for or, where it is left to nobody, all. */
    boolean some(long deadline) {
        return all(isLeft() ? deadline : System.nanoTime() + EVER.toNanos(), deadline);
    }

    /** Whether there is nothing to do at present. */
    boolean isIdle() {
        MemoryIndex.Vectors vectors = index.vectors();
        return vectors == MemoryIndex.Vectors.COMPLETE || vectors == MemoryIndex.Vectors.WAITING;
    }

    /** Whether nothing is left of what is much, or it is for another time. */
    private boolean made(long until) {
        boolean goesOn = false;
        try {
            Begun now = begun == null ? begin() : begun;
            goesOn = now != null && goesOn(now, until);
            return !goesOn;
        } finally {
            if (!goesOn) {
                drop();
            }
        }
    }

    private @Nullable Begun begin() {
        Optional<IndexBuilding> building = index.buildWithVectors(() -> ended);
        if (building.isPresent()) {
            Snapshot snapshot = transactions.current();
            added = 0;
            begun = new Begun(
                    building.get(),
                    snapshot,
                    IndexContent.wanted(snapshot).entrySet().iterator());
        }
        return begun;
    }

    /** Whether there is more to add; else it is finished, or was in vain. */
    private boolean goesOn(Begun now, long until) {
        while (now.files().hasNext()) {
            Map.Entry<String, String> file = now.files().next();
            content(now.snapshot(), file.getKey(), file.getValue()).ifPresent(now.building()::add);
            // A model that is out of order from the beginning is not worth a new index. Later what it gave is kept.
            boolean vain = added++ < SOON && index.vectors() == MemoryIndex.Vectors.WAITING;
            if (ended || vain) {
                return false;
            }
            if (System.nanoTime() - until > 0 && now.files().hasNext()) {
                return true;
            }
        }
        if (!ended) {
            now.building()
                    .finish(
                            now.snapshot().generation(),
                            now.snapshot().revision().value());
        }
        return false;
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
        giveUp();
    }
}
