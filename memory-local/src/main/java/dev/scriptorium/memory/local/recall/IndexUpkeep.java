package dev.scriptorium.memory.local.recall;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.retrieval.IndexBuilding;
import dev.scriptorium.memory.retrieval.MemoryIndex;
import dev.scriptorium.memory.retrieval.content.IndexMark;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the index like the files: reads those that differ, forgets those that are gone. The index says which state it
 * shows only when it shows all of one. Safe for use by several threads; one of them reads at a time.
 */
final class IndexUpkeep {
    private static final Logger LOG = LoggerFactory.getLogger(IndexUpkeep.class);

    /** How many files are taken in at a time. */
    static final int MANY = 64;

    /** How often it starts again when the index breaks under it. */
    private static final int ATTEMPTS = 3;

    /** How many files at most are left out for a moment because there is no time to read them. */
    static final int LEFT_OUT = 1_000;

    private final Transactions transactions;
    private final MemoryIndex index;
    private final int leftOut;
    private final IntConsumer madeAnew;
    private final ReentrantLock reading = new ReentrantLock();
    private @Nullable Followed followed;
    private boolean anew;
    private volatile boolean ended;

    /** A state that the index was made to show. */
    private record Followed(Snapshot snapshot, IndexMark mark) {
        static Followed of(Snapshot snapshot) {
            return new Followed(
                    snapshot,
                    new IndexMark(snapshot.generation(), snapshot.revision().value()));
        }
    }

    IndexUpkeep(Transactions transactions, MemoryIndex index, int leftOut, IntConsumer madeAnew) {
        this.transactions = transactions;
        this.index = index;
        this.leftOut = leftOut;
        this.madeAnew = madeAnew;
    }

    /**
     * Makes the index show a state, however long that takes: builds it where it holds nothing.
     *
     * @return false when the disk refuses, or somebody else is writing an index that holds nothing yet; the index may
     *     then show less, or something older
     */
    boolean follow(Snapshot snapshot) {
        boolean done;
        boolean made;
        reading.lock();
        try {
            done = shows(snapshot);
            made = done && anew;
            anew = false;
        } finally {
            reading.unlock();
        }
        if (made && index.documents() > 0) {
            madeAnew.accept(index.documents());
        }
        return done;
    }

    private boolean shows(Snapshot snapshot) {
        try {
            Optional<Boolean> done = Optional.empty();
            for (int attempt = 1; attempt <= ATTEMPTS && done.isEmpty(); attempt++) {
                done = followed(snapshot, attempt == ATTEMPTS);
            }
            return done.orElse(false);
        } catch (UncheckedIOException e) {
            // It is disposable: whoever changed the memory has succeeded without it, and recall is silent until then.
            LOG.warn("the index cannot be written and is made later: {}", e.getMessage());
            return false;
        }
    }

    /** Whether the index shows all of a state now; empty when it broke meanwhile. */
    private Optional<Boolean> followed(Snapshot snapshot, boolean last) {
        long losses = index.losses();
        try {
            Set<String> different = different(snapshot);
            anew = index.shown().isEmpty() && index.documents() == 0;
            // Never all of a memory into the heap: what is as large as that is built, now or later.
            boolean whole = (different.size() > MANY && index.documents() == 0)
                    ? build(snapshot)
                    : take(snapshot, different, Haste.NONE, losses);
            return (whole || index.losses() == losses) ? Optional.of(whole) : Optional.empty();
        } catch (RuntimeException e) {
            if (last || index.losses() == losses) {
                throw e;
            }
            LOG.debug("the index broke while it was being read", e);
            return Optional.empty();
        }
    }

    /**
     * Makes the index show as much of a state as there is time for; at least one file, so that it ends one day.
     *
     * @return whether nothing is left to do here: it shows all of it, or somebody else is at it
     */
    boolean catchUp(Snapshot snapshot, long deadline) {
        // Out of the lock: recall goes on while segments are merged.
        if (isFull() && !index.save()) {
            return true;
        }
        if (!reading.tryLock()) {
            return true;
        }
        try {
            long losses = index.losses();
            return take(snapshot, different(snapshot), new Haste(deadline, false), losses);
        } finally {
            reading.unlock();
        }
    }

    /** Whether nothing whole is saved, and as much is in memory as should be: that much again is not to come in. */
    private boolean isFull() {
        return index.mark().isEmpty() && index.saveDue();
    }

    /**
     * Makes the index fit to answer from a state, for whoever has no time: reads what there is time for, and leaves out
     * what differs beyond that. Builds nothing and saves nothing.
     *
     * @return false when it is not fit: it holds nothing, or so much differs that it is as good as nothing; of that much
     *     it has then read what there was time for, so that it is fit after some turns
     */
    boolean keepUp(Snapshot snapshot, long deadline) {
        if (!lockUntil(deadline)) {
            return false;
        }
        try {
            long losses = index.losses();
            Set<String> different = different(snapshot);
            if (!different.isEmpty() && latest() == null && index.documents() == 0) {
                return false;
            }
            boolean hopeless = different.size() > leftOut;
            long until = isFull() ? System.nanoTime() - 1 : deadline;
            take(snapshot, different, new Haste(until, !hopeless), losses);
            return !hopeless && index.losses() == losses;
        } finally {
            reading.unlock();
        }
    }

    private boolean lockUntil(long deadline) {
        try {
            return reading.tryLock(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The state that the index shows; null when it may not show all of one any more. */
    private @Nullable Followed latest() {
        Followed last = followed;
        return last != null && index.shown().filter(last.mark()::equals).isPresent() ? last : null;
    }

    /** The paths of files that the index does not hold as a state has them. */
    private Set<String> different(Snapshot snapshot) {
        Followed last = latest();
        if (last == null) {
            Followed wanted = Followed.of(snapshot);
            if (index.shown().filter(wanted.mark()::equals).isPresent()) {
                followed = wanted;
                return Set.of();
            }
            return withUnresolved(unlikeIndex(snapshot));
        }
        return last.snapshot().isSameContent(snapshot)
                ? Set.of()
                : withUnresolved(snapshot.differences(last.snapshot()));
    }

    private Set<String> withUnresolved(Set<String> different) {
        if (different.stream().allMatch(path -> path.startsWith(TopicPath.ROOT))) {
            return different;
        }
        // A citation that led nowhere may lead somewhere now.
        Set<String> more = new TreeSet<>(different);
        more.addAll(index.unresolvedFiles());
        return more;
    }

    private Set<String> unlikeIndex(Snapshot snapshot) {
        Map<String, String> held = index.files();
        SortedMap<String, String> wanted = IndexContent.wanted(snapshot);
        Set<String> different = new TreeSet<>(held.keySet());
        different.removeAll(wanted.keySet());
        wanted.forEach((path, hash) -> {
            if (!hash.equals(held.get(path))) {
                different.add(path);
            }
        });
        return different;
    }

    /**
     * How long files are read.
     *
     * @param deadline in nanoseconds, as {@link System#nanoTime}
     * @param answering whether somebody waits for an answer: what is not read then is left out, and nothing is saved
     */
    private record Haste(@Nullable Long deadline, boolean answering) {
        static final Haste NONE = new Haste(null, false);

        boolean isOver() {
            return deadline != null
                    && (System.nanoTime() - deadline > 0
                            || (answering && Thread.currentThread().isInterrupted()));
        }
    }

    /**
     * Takes in what differs; whether the index shows all of the state then.
     *
     * @param losses of the index before it was asked what differs
     */
    private boolean take(Snapshot snapshot, Set<String> different, Haste haste, long losses) {
        Followed before = latest();
        List<String> gone = new ArrayList<>();
        List<String> there = new ArrayList<>();
        different.forEach(path -> (IndexContent.wanted(snapshot, path).isEmpty() ? gone : there).add(path));
        if (there.size() >= MANY && !gone.isEmpty()) {
            index.apply(List.of(), gone);
            gone.clear();
        }
        List<IndexedFile> changed = new ArrayList<>();
        int read = 0;
        while (read < there.size() && !ended && (read == 0 || !haste.isOver())) {
            String path = there.get(read++);
            changed.add(content(snapshot, before, path));
            if (changed.size() >= MANY) {
                apply(snapshot, changed, List.of());
                changed.clear();
                if (haste.deadline() == null) {
                    saveIfDue();
                }
            }
        }
        boolean whole = read == there.size();
        if (haste.answering()) {
            gone.addAll(there.subList(read, there.size()));
        }
        // Together, so that no other thread sees a block in neither of the two files between which it moved.
        apply(snapshot, changed, gone);
        return whole && show(snapshot, losses);
    }

    /** Has the index say that it shows a state, unless it lost something since it was asked what differs. */
    private boolean show(Snapshot snapshot, long losses) {
        Followed now = Followed.of(snapshot);
        if (!index.show(now.mark().generation(), now.mark().revision(), losses)) {
            return false;
        }
        followed = now;
        return true;
    }

    /**
     * Makes the index anew, whatever it holds; until that is done it answers from what there was.
     *
     * @return false when somebody else is writing the index, or the disk refuses, and there is too much to take into
     *     memory; it is then as it was
     */
    boolean rebuild(Snapshot snapshot) {
        boolean built;
        reading.lock();
        try {
            built = build(snapshot) || retake(snapshot);
        } finally {
            reading.unlock();
        }
        if (built) {
            madeAnew.accept(index.documents());
        }
        return built;
    }

    private boolean retake(Snapshot snapshot) {
        if (snapshot.hashes().size() > MANY) {
            return false;
        }
        index.apply(List.of(), List.copyOf(index.files().keySet()));
        long losses = index.losses();
        take(snapshot, different(snapshot), Haste.NONE, losses);
        return true;
    }

    /**
     * Fills an index with all of a state, file by file, so that its size does not matter. False when somebody else is at
     * it, and when it was ended.
     */
    private boolean build(Snapshot snapshot) {
        Optional<IndexBuilding> begun = index.build();
        if (begun.isEmpty()) {
            return false;
        }
        try (IndexBuilding building = begun.get()) {
            for (Map.Entry<String, String> file : IndexContent.wanted(snapshot).entrySet()) {
                if (ended) {
                    return false;
                }
                building.add(IndexContent.read(transactions, snapshot, file.getKey(), file.getValue()));
            }
            building.finish(snapshot.generation(), snapshot.revision().value());
        }
        followed = Followed.of(snapshot);
        return true;
    }

    private void apply(Snapshot snapshot, List<IndexedFile> changed, List<String> gone) {
        if (changed.isEmpty() && gone.isEmpty()) {
            return;
        }
        List<String> whole = index.apply(changed, gone);
        if (!whole.isEmpty()) {
            List<IndexedFile> again = new ArrayList<>();
            for (IndexedFile file : changed) {
                again.add(whole.contains(file.path()) ? read(snapshot, file) : file);
            }
            index.apply(again, gone);
        }
    }

    private IndexedFile read(Snapshot snapshot, IndexedFile file) {
        return IndexContent.read(transactions, snapshot, file.path(), file.contentHash());
    }

    /** Moves the saved index forward if it has fallen behind far enough to matter. */
    void saveIfDue() {
        if (index.saveDue()) {
            index.save();
        }
    }

    /** Moves the saved index forward if it is not what the index shows. */
    void saveIfBehind() {
        boolean holds = index.mark().isPresent() || index.documents() > 0;
        boolean behind = index.shown().isEmpty() || !index.mark().equals(index.shown());
        // Vectors that were added make no other state.
        if (holds && (behind || (index.hasOwnVectors() && index.hasUnsaved()))) {
            index.save();
        }
    }

    private IndexedFile content(Snapshot snapshot, @Nullable Followed before, String path) {
        String hash = IndexContent.wanted(snapshot, path).orElseThrow();
        return appended(snapshot, before == null ? null : before.snapshot(), path, hash)
                .orElseGet(() -> IndexContent.read(transactions, snapshot, path, hash));
    }

    /** What was added to an archive, where that is all that has happened to it. */
    private Optional<IndexedFile> appended(Snapshot snapshot, @Nullable Snapshot before, String path, String hash) {
        if (before == null || path.startsWith(TopicPath.ROOT)) {
            return Optional.empty();
        }
        Optional<String> previous = before.hash(path);
        if (previous.isEmpty() || before.length(path) >= snapshot.length(path)) {
            return Optional.empty();
        }
        return transactions
                .archiveAfter(path, before.length(path), previous.get())
                .map(tail -> IndexContent.appended(tail, previous.get(), hash));
    }

    /** Has whoever reads stop soon, and waits for that. */
    void end() {
        ended = true;
        reading.lock();
        try {
            followed = null;
        } finally {
            reading.unlock();
        }
    }

    /** Whether the index holds what a state holds. */
    boolean isCurrent(Snapshot snapshot) {
        return IndexContent.wanted(snapshot).equals(index.files());
    }
}
