package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.content.IndexMark;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the index: takes changes of files, and gives snapshots to search. Thread-safe. Never holds a lock on the
 * directory but while it saves or builds.
 */
public final class IndexStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IndexStore.class);
    /** The overlay is due to be saved when it holds more documents, or bytes, than this. */
    private static final int DUE_DOCUMENTS = 1_000;

    private static final long DUE_BYTES = 8L << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Warnings warnings;
    private final Path directory;
    private final ToIntFunction<String> tokens;
    /** Of which model vectors are to be; null when this process has none and leaves those that there are. */
    private final @Nullable String wanted;

    private long changes;
    // Written under the lock; read without it, so that no search waits for a change.
    private volatile IndexState state;
    /** The state of the workspace that everything here makes whole; null when it may be part of one. */
    private volatile @Nullable IndexMark shown;

    /** How often something that was taken, or saved, has been given up. */
    private final AtomicLong losses = new AtomicLong();

    private volatile boolean damaged;
    private volatile boolean closed;

    private IndexStore(
            Path directory,
            ToIntFunction<String> tokens,
            @Nullable String wanted,
            IndexState state,
            boolean damaged,
            Warnings warnings) {
        this.warnings = warnings;
        this.directory = directory;
        this.tokens = tokens;
        this.wanted = wanted;
        this.state = state;
        this.shown = state.mark().orElse(null);
        this.damaged = damaged;
    }

    /**
     * Opens what the directory holds; whatever is wrong with it, the index is then empty.
     *
     * @param vectors of which model vectors are to be; null for those that there are. An index with others answers by
     *     words until it is made anew
     */
    public static IndexStore open(Path directory, ToIntFunction<String> tokens, @Nullable String vectors) {
        return Interrupts.deferred(() -> {
            try {
                Warnings warnings = new Warnings();
                SavedIndex saved = null;
                boolean damaged = false;
                try {
                    saved = openAgain(directory);
                } catch (IOException | RuntimeException e) {
                    damaged = true;
                    warnings.warn("The search index cannot be used and is made anew", e);
                }
                return new IndexStore(directory, tokens, vectors, IndexState.of(saved), damaged, warnings);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** An interrupt while files are opened says nothing against them. */
    private static @Nullable SavedIndex openAgain(Path directory) throws IOException {
        try {
            return SavedIndex.open(directory);
        } catch (ClosedByInterruptException e) {
            boolean interrupted = Thread.interrupted();
            try {
                return SavedIndex.open(directory);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    /**
     * Takes changed files and forgets removed ones; the next search sees all of it.
     *
     * <p>When it fails, for want of memory or because the tokens could not be counted, the index is as it was saved, and
     * {@link IndexContents#files()} says what is missing. When it fails because what is saved cannot be read, the index
     * is empty.
     *
     * @return paths of appended archives that do not follow what the index holds; when there is one, nothing is taken
     */
    public List<String> apply(Collection<IndexedFile> changed, Collection<String> removed) {
        try {
            return applied(changed, removed);
        } catch (UncheckedIOException e) {
            Throwable cause = e.getCause();
            suspect(cause == null ? e : cause);
            throw e;
        } catch (RuntimeException e) {
            suspect(e);
            throw e;
        } catch (InternalError | AssertionError e) {
            // A mapped file was cut short, or what is in it makes no sense.
            suspect(e);
            throw new UncheckedIOException(new IOException("the search index cannot be read", e));
        }
    }

    private List<String> applied(Collection<IndexedFile> changed, Collection<String> removed) {
        return exclusively(() -> {
            IndexReader before = state.snapshot().all();
            List<String> misfits = ChangeTaking.misfits(changed, before);
            if (!misfits.isEmpty()) {
                return misfits;
            }
            boolean taken = false;
            try {
                take(changed, removed, before);
                taken = true;
            } finally {
                if (!taken) {
                    forgetOverlay();
                }
            }
            return List.of();
        });
    }

    private void take(Collection<IndexedFile> changed, Collection<String> removed, IndexReader before)
            throws IOException {
        changes++;
        shown = null;
        ChangeTaking taking = new ChangeTaking(state.overlay(), before, tokens, changes);
        if (!vectors().isEmpty()) {
            taking.keepVectors(changed, removed);
        }
        taking.take(changed, removed);
        publish(state.changed(taking.paths(), taking.refs()));
    }

    /** Of which model the vectors here are, and of what length; empty when there are none. */
    String vectors() {
        SavedIndex saved = state.saved();
        return saved != null ? saved.stamp().vectors() : wanted == null ? "" : wanted;
    }

    /** Of which model vectors are to be when the index is made anew. */
    String wantedVectors() {
        return wanted == null ? vectors() : wanted;
    }

    /** Whether the vectors here are worth keeping when the index is made anew. */
    boolean keepsVectors() {
        return !vectors().isEmpty() && vectors().equals(wantedVectors());
    }

    /** Whether the vectors here are those of the model: only then they are looked at, and more are added. */
    public boolean hasOwnVectors() {
        return vectors().equals(wanted);
    }

    /** Goes back to the saved index: a change that was taken in part is worse than one not taken. */
    private void forgetOverlay() throws IOException {
        IndexState before = state;
        losses.incrementAndGet();
        shown = null;
        publish(IndexState.of(before.saved()));
        shown = state.mark().orElse(null);
        before.overlay().close();
    }

    private void publish(IndexState next) throws IOException {
        Snapshot before = state.snapshot();
        state = next;
        before.release();
    }

    /** A snapshot, already taken into use; null when the index is closed. */
    @Nullable
    Snapshot acquire() {
        while (!closed) {
            Snapshot snapshot = state.snapshot();
            if (snapshot.acquire()) {
                return snapshot;
            }
            // It was replaced between the two lines: there is a newer one.
        }
        return null;
    }

    /** What the saved part of the index holds. */
    public Optional<IndexMark> mark() {
        return state.mark();
    }

    /** Whether there is anything that is not saved. */
    public boolean hasUnsaved() {
        return exclusively(() -> !state.overlay().entries().isEmpty());
    }

    /** The state of the workspace that everything here makes whole; empty when it may be part of one. */
    public Optional<IndexMark> shown() {
        return Optional.ofNullable(shown);
    }

    /** Takes note that what was applied so far makes a state whole; null: that it may not. */
    public void show(@Nullable IndexMark mark) {
        exclusively(() -> {
            shown = mark;
            return true;
        });
    }

    /** How often something that was taken, or saved, has been given up. */
    public long losses() {
        return losses.get();
    }

    /**
     * As {@link #show(IndexMark)}, for whoever knew the losses before it looked at what is here; false, and nothing is
     * noted, when something was lost since.
     */
    public boolean show(IndexMark mark, long known) {
        return exclusively(() -> {
            if (losses.get() != known) {
                return false;
            }
            shown = mark;
            return true;
        });
    }

    /** Whether the saved index was found unusable and nothing has been saved in its place yet. */
    public boolean damaged() {
        return damaged;
    }

    /** Whether the overlay has grown so far that it should be saved. */
    public boolean saveDue() {
        return exclusively(() ->
                state.overlay().documents() > DUE_DOCUMENTS || state.overlay().bytes() > DUE_BYTES);
    }

    /** Moves the saved index forward; false when another process is doing so, or the directory cannot be written. */
    public boolean save() {
        return Interrupts.deferred(() -> new Saving(this, directory, tokens).save());
    }

    /** Begins to write the index anew; empty when another process writes it, or the directory cannot be written. */
    public Optional<IndexBuild> build() {
        return build(null);
    }

    /** As {@link #build()}, with vectors. */
    public Optional<IndexBuild> build(@Nullable VectorBatches batches) {
        return closed
                ? Optional.empty()
                : Interrupts.deferred(() -> IndexBuild.begin(this, directory, tokens, batches));
    }

    /** Whether every byte of the saved index is as it was written; reads all of it. */
    boolean intact() {
        Snapshot snapshot = acquire();
        if (snapshot == null) {
            return true;
        }
        try {
            for (LeafReaderContext leaf : snapshot.all().leaves()) {
                leaf.reader().checkIntegrity();
            }
            return true;
        } catch (IOException | InternalError e) {
            return false;
        } finally {
            release(snapshot);
        }
    }

    Warnings warnings() {
        return warnings;
    }

    /** After trouble with reading: gives up the index unless every byte of it is as it was written. */
    void suspect(Throwable trouble) {
        if (closed) {
            return;
        }
        boolean unclear = trouble instanceof RuntimeException || trouble instanceof AssertionError;
        if (unclear && intact()) {
            warnings.warn("The search index could not be read", trouble);
        } else {
            damage(trouble);
        }
    }

    /** Gives up the whole index: something in it cannot be read. */
    void damage(Throwable cause) {
        warnings.warn("The search index cannot be read and is made anew", cause);
        exclusively(() -> {
            IndexState broken = state;
            losses.incrementAndGet();
            damaged = true;
            shown = null;
            publish(IndexState.of(null));
            broken.overlay().close();
            closeQuietly(broken.saved());
            return true;
        });
    }

    /** Takes note that there is no saved index to move forward any more. */
    void missing() {
        lock.lock();
        try {
            damaged = true;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts another state in the place of the current one, made from it while nothing else changes; false when the index
     * is closed.
     */
    boolean transform(Transformation transformation) throws IOException {
        return transform(transformation, 0);
    }

    /** As {@link #transform}, for a change of documents that leaves what the index shows as it is. */
    boolean amend(Transformation transformation) throws IOException {
        return transform(transformation, 1);
    }

    private boolean transform(Transformation transformation, int more) throws IOException {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            changes += more;
            IndexState before = state;
            IndexState next = null;
            try {
                next = transformation.apply(before, changes);
            } finally {
                if (next == null) {
                    forgetOverlay();
                }
            }
            if (next == before) {
                return true;
            }
            publish(next);
            if (before.overlay() != state.overlay()) {
                before.overlay().close();
            }
            if (before.saved() != state.saved()) {
                closeQuietly(before.saved());
                damaged = false;
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Looks at the current state while nothing changes it. */
    void inspect(Inspection inspection) throws IOException {
        lock.lock();
        try {
            if (!closed) {
                inspection.look(state, changes);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes the current state and the number of the last change. */
    interface Inspection {
        void look(IndexState state, long changes) throws IOException;
    }

    /** From the current state and the number of the last change to the next state. */
    interface Transformation {
        IndexState apply(IndexState before, long changes) throws IOException;
    }

    private static void closeQuietly(@Nullable SavedIndex saved) {
        if (saved != null) {
            try {
                saved.close();
            } catch (IOException e) {
                LOG.debug("An index that is no longer used could not be closed", e);
            }
        }
    }

    /** Gives back a snapshot. */
    static void release(Snapshot snapshot) {
        try {
            snapshot.release();
        } catch (IOException e) {
            LOG.debug("A snapshot that is no longer used could not be closed", e);
        }
    }

    private <T> T exclusively(Interrupts.Action<T> action) {
        return Interrupts.deferred(() -> {
            lock.lock();
            try {
                if (closed) {
                    throw new IllegalStateException("the index is closed");
                }
                return action.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                lock.unlock();
            }
        });
    }

    @Override
    public void close() {
        Interrupts.deferred(() -> {
            lock.lock();
            try {
                if (!closed) {
                    closed = true;
                    release(state.snapshot());
                    state.overlay().close();
                    closeQuietly(state.saved());
                }
                return true;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                lock.unlock();
            }
        });
    }
}
