package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.content.IndexMark;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToIntFunction;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves the saved index forward by what one overlay holds. The lock of the directory is taken by trying once and held
 * for the time of the writing only; changes and searches go on meanwhile.
 */
final class Saving {
    private static final Logger LOG = LoggerFactory.getLogger(Saving.class);

    private final IndexStore store;
    private final Path path;
    private final ToIntFunction<String> tokens;

    Saving(IndexStore store, Path path, ToIntFunction<String> tokens) {
        this.store = store;
        this.path = path;
        this.tokens = tokens;
    }

    boolean save() {
        try (PrivateDirectory directory = PrivateDirectory.create(path)) {
            SavedIndex latest = SavedIndex.usable(path);
            if (latest != null && mixes(latest.stamp().vectors())) {
                latest.close();
                store.missing();
                store.warnings()
                        .warn(
                                "The search index is not saved: another process has given it the vectors of another"
                                        + " embedding model; processes on one workspace are to have the same",
                                new IllegalStateException("two embedding models"));
                return false;
            }
            try {
                if (latest == null) {
                    SavedIndex.clear(directory);
                }
                OpenMode mode = latest == null ? OpenMode.CREATE : OpenMode.APPEND;
                try (IndexWriter writer = new IndexWriter(directory, Writers.saving(mode))) {
                    SavedIndex base = latest;
                    latest = null;
                    return write(writer, base);
                }
            } finally {
                if (latest != null) {
                    latest.close();
                }
            }
        } catch (LockObtainFailedException | OverlappingFileLockException e) {
            LOG.debug("The search index is being written by somebody else");
            return false;
        } catch (IOException | AlreadyClosedException e) {
            store.warnings().warn("The search index was not saved; it is complete in memory", e);
            return false;
        }
    }

    /** Whether vectors of two models would come together: processes that have different ones keep apart. */
    private boolean mixes(String theirs) {
        return !theirs.isEmpty() && !store.vectors().isEmpty() && !theirs.equals(store.vectors());
    }

    /** What is written, fixed while the overlay goes on changing. */
    private record Pinned(
            Snapshot snapshot,
            DirectoryReader overlay,
            Map<String, Overlay.Entry> entries,
            Set<Long> untrusted,
            @Nullable IndexMark mark,
            long change) {}

    /** Writes under the directory's lock; {@code base} is closed here or becomes the store's own. */
    private boolean write(IndexWriter writer, @Nullable SavedIndex base) throws IOException {
        String token = base == null ? "" : base.stamp().token();
        String vectors = base == null ? store.vectors() : base.stamp().vectors();
        if (movedSince(base)) {
            return false;
        }
        boolean based = settle(base);
        Pinned pinned = based ? pin() : null;
        if (pinned == null) {
            return false;
        }
        try {
            if (!token.isEmpty() && unchanged(pinned)) {
                return true;
            }
            for (Map.Entry<String, Overlay.Entry> entry : pinned.entries().entrySet()) {
                if (base != null) {
                    writer.deleteDocuments(
                            Overlay.fromPlace(entry.getKey(), entry.getValue().from()));
                }
            }
            writer.addIndexes(segments(pinned.overlay()));
            IndexStamp stamp = new IndexStamp(pinned.mark(), UUID.randomUUID().toString(), pinned.untrusted(), vectors);
            writer.setLiveCommitData(stamp.toCommitData().entrySet());
            writer.commit();
        } finally {
            IndexStore.release(pinned.snapshot());
        }
        SavedIndex saved = SavedIndex.open(path);
        if (saved == null) {
            throw new IOException("the index that was just written is gone from " + path);
        }
        boolean installed = store.transform((before, changes) -> before.onto(saved, without(before, pinned)));
        if (!installed) {
            saved.close();
        }
        return true;
    }

    /** Whether somebody moved the index forward between the look and the lock; the look is then given up. */
    private boolean movedSince(@Nullable SavedIndex base) throws IOException {
        SavedIndex stale =
                base == null ? SavedIndex.usable(path) : base.reader().isCurrent() ? null : base;
        if (stale != null) {
            stale.close();
        }
        return stale != null;
    }

    private boolean unchanged(Pinned pinned) {
        return pinned.entries().isEmpty() && store.mark().equals(Optional.ofNullable(pinned.mark()));
    }

    private static CodecReader[] segments(DirectoryReader overlay) {
        List<CodecReader> segments = new ArrayList<>();
        for (LeafReaderContext leaf : overlay.leaves()) {
            if (leaf.reader().numDocs() > 0) {
                segments.add((CodecReader) leaf.reader());
            }
        }
        return segments.toArray(new CodecReader[0]);
    }

    private @Nullable Pinned pin() throws IOException {
        Pinned[] pinned = new Pinned[1];
        store.inspect((state, changes) -> {
            if (state.snapshot().acquire()) {
                pinned[0] = new Pinned(
                        state.snapshot(),
                        state.overlay().reader(),
                        Map.copyOf(state.overlay().entries()),
                        state.untrusted(),
                        store.shown().orElse(null),
                        changes);
            }
        });
        return pinned[0];
    }

    /** The overlay without what has been saved. */
    private static Overlay without(IndexState before, Pinned saved) throws IOException {
        List<String> done = new ArrayList<>();
        before.overlay().entries().forEach((path, entry) -> {
            if (entry.change() <= saved.change()) {
                done.add(path);
            }
        });
        if (done.size() == before.overlay().entries().size()) {
            return new Overlay();
        }
        for (String path : done) {
            before.overlay().forget(path);
        }
        before.overlay().refresh();
        return before.overlay();
    }

    /** Makes what is on disk the saved part of the store's state; false when that cannot be done. */
    private boolean settle(@Nullable SavedIndex base) throws IOException {
        boolean[] settled = {false};
        boolean[] taken = {false};
        store.transform((before, changes) -> {
            SavedIndex own = before.saved();
            if (base == null
                    || (own != null && own.stamp().token().equals(base.stamp().token()))) {
                settled[0] = base != null || own == null;
                return before;
            }
            settled[0] = true;
            taken[0] = true;
            rebase(before, base, changes);
            return before.onto(base, before.overlay());
        });
        if (base != null && !taken[0]) {
            base.close();
        }
        if (!settled[0]) {
            store.missing();
        }
        return settled[0];
    }

    /** Makes the overlay hold every difference between what the store shows and a saved index that others wrote. */
    private void rebase(IndexState before, SavedIndex base, long change) throws IOException {
        Map<String, String> theirs = new HashMap<>();
        StoredFiles.hashes(base.reader(), theirs::put);
        Map<String, String> ours = new HashMap<>();
        StoredFiles.hashes(before.snapshot().all(), ours::put);
        Set<String> paths = new HashSet<>(theirs.keySet());
        paths.addAll(ours.keySet());
        paths.addAll(before.overlay().entries().keySet());
        Overlay overlay = before.overlay();
        for (String file : paths) {
            Overlay.Entry entry = overlay.entries().get(file);
            if (Objects.equals(ours.get(file), theirs.get(file))) {
                if (entry != null) {
                    overlay.forget(file);
                }
            } else if (entry == null || entry.from() > 0) {
                Optional<IndexedFile> whole = StoredFiles.read(before.snapshot().all(), file);
                if (whole.isPresent()) {
                    Documents documents = store.hasOwnVectors()
                            ? Documents.keeping(tokens, before, file)
                            : new Documents(tokens, KnownVectors.none());
                    overlay.replace(whole.get(), documents, change);
                } else {
                    overlay.remove(file, change);
                }
            }
        }
        overlay.refresh();
    }
}
