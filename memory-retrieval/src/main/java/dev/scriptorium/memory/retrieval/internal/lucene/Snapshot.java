package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.MultiReader;
import org.jspecify.annotations.Nullable;

/**
 * One consistent state of the index: the saved part without what the overlay replaces, and the overlay. Thread-safe;
 * counted, so that its files stay open as long as somebody reads them.
 */
final class Snapshot {
    private final AtomicInteger uses = new AtomicInteger(1);
    private final List<DirectoryReader> owned;
    private final Set<Long> untrusted;
    private final IndexReader all;
    private final IndexReader trusted;
    private final @Nullable String vectors;

    private Snapshot(
            List<DirectoryReader> owned,
            Set<Long> untrusted,
            @Nullable String vectors,
            IndexReader all,
            IndexReader trusted) {
        this.owned = owned;
        this.untrusted = untrusted;
        this.vectors = vectors;
        this.all = all;
        this.trusted = trusted;
    }

    /**
     * A state.
     *
     * @param owned the readers to keep open
     * @param untrusted keys of the references that make blocks pending; not changed any more
     * @param vectors of which model their vectors may be; null for that of this process only
     * @param leaves their visible segments
     * @param trusted the same segments without what is pending
     */
    static Snapshot of(
            List<DirectoryReader> owned,
            Set<Long> untrusted,
            @Nullable String vectors,
            List<LeafReader> leaves,
            List<LeafReader> trusted)
            throws IOException {
        IndexReader all = new MultiReader(leaves.toArray(new LeafReader[0]), false);
        IndexReader visible = new MultiReader(trusted.toArray(new LeafReader[0]), false);
        List<DirectoryReader> kept = new ArrayList<>();
        for (DirectoryReader reader : owned) {
            reader.incRef();
            kept.add(reader);
        }
        return new Snapshot(kept, untrusted, vectors, all, visible);
    }

    /** Everything. */
    IndexReader all() {
        return all;
    }

    /** Everything but pending turns and blocks that rest on one. */
    IndexReader trusted() {
        return trusted;
    }

    /** Keys of the references that make blocks pending. */
    Set<Long> untrusted() {
        return untrusted;
    }

    /** Whether its vectors can be compared with those of a model of this process. */
    boolean hasVectorsOf(String model) {
        return vectors == null || vectors.equals(model);
    }

    /** Takes one use more; false when the last one is over. */
    boolean acquire() {
        while (true) {
            int now = uses.get();
            if (now == 0) {
                return false;
            }
            if (uses.compareAndSet(now, now + 1)) {
                return true;
            }
        }
    }

    /** Gives one use back; the last one closes what nobody else reads. */
    void release() throws IOException {
        if (uses.decrementAndGet() == 0) {
            all.close();
            trusted.close();
            for (DirectoryReader reader : owned) {
                reader.decRef();
            }
        }
    }
}
