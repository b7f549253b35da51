package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.content.IndexMark;
import dev.scriptorium.memory.retrieval.content.IndexedFile;
import java.io.IOException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToIntFunction;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the saved index anew, file by file, while the store goes on serving what it has. Several threads may add.
 * Closing it before {@link #finish} leaves everything as it was.
 */
public final class IndexBuild implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IndexBuild.class);

    private final IndexStore store;
    private final Path path;
    private final PrivateDirectory directory;
    private final IndexWriter writer;
    private final ToIntFunction<String> tokens;
    private final long begun;
    private final @Nullable VectorBatches batches;
    private final ConcurrentLinkedQueue<Documents> idle = new ConcurrentLinkedQueue<>();

    private IndexBuild(
            IndexStore store,
            Path path,
            PrivateDirectory directory,
            IndexWriter writer,
            ToIntFunction<String> tokens,
            @Nullable VectorBatches batches,
            long begun) {
        this.store = store;
        this.path = path;
        this.directory = directory;
        this.writer = writer;
        this.tokens = tokens;
        this.batches = batches;
        this.begun = begun;
    }

    /** Begins; with vectors of a model, or without any for now. */
    static Optional<IndexBuild> begin(
            IndexStore store, Path path, ToIntFunction<String> tokens, @Nullable VectorBatches batches) {
        PrivateDirectory directory = null;
        IndexBuild build = null;
        try {
            long[] begun = new long[1];
            store.inspect((state, changes) -> begun[0] = changes);
            directory = PrivateDirectory.create(path);
            SavedIndex before = SavedIndex.usable(path);
            if (before == null) {
                SavedIndex.clear(directory);
            } else {
                before.close();
            }
            IndexWriter writer = new IndexWriter(directory, Writers.building(batches != null || store.keepsVectors()));
            build = new IndexBuild(store, path, directory, writer, tokens, batches, begun[0]);
            return Optional.of(build);
        } catch (LockObtainFailedException | OverlappingFileLockException e) {
            LOG.debug("The search index is being written by somebody else");
            return Optional.empty();
        } catch (IOException e) {
            store.warnings().warn("The search index cannot be written", e);
            return Optional.empty();
        } finally {
            if (build == null && directory != null) {
                closeQuietly(directory);
            }
        }
    }

    /** Adds a whole file; each path once. */
    public void add(IndexedFile file) {
        if (file.appendedTo().isPresent()) {
            throw new IllegalArgumentException("only whole files are built from: " + file.path());
        }
        if (batches != null) {
            // Not deferred as a whole: an interrupt is for whoever waits for the model, too.
            batches.add(store, file, new Documents(tokens, KnownVectors.none()), writer::addDocument);
            return;
        }
        Interrupts.deferred(() -> {
            if (store.keepsVectors()) {
                KnownVectors known = KnownVectors.none();
                VectorBatches.keep(store, file.path(), known);
                new Documents(tokens, known).whole(file, writer::addDocument);
                return true;
            }
            Documents free = idle.poll();
            Documents documents = free == null ? new Documents(tokens, KnownVectors.none()) : free;
            documents.whole(file, writer::addDocument);
            return idle.offer(documents);
        });
    }

    /**
     * Makes what was added the saved index, and the store's. Files that the store was given since the build began stay
     * as the store has them.
     */
    public void finish(IndexMark mark) {
        Interrupts.deferred(() -> {
            Set<Long> untrusted;
            try (DirectoryReader written = DirectoryReader.open(writer)) {
                untrusted = TrustLedger.compute(written);
            }
            IndexStamp stamp = new IndexStamp(mark, UUID.randomUUID().toString(), untrusted, store.wantedVectors());
            writer.setLiveCommitData(stamp.toCommitData().entrySet());
            writer.commit();
            SavedIndex saved = Objects.requireNonNull(SavedIndex.open(path), "the index just written");
            boolean installed = store.transform((before, changes) -> {
                Overlay since = since(before, saved);
                store.show(since.entries().isEmpty() ? mark : null);
                return IndexState.of(saved, since);
            });
            if (!installed) {
                saved.close();
            }
            return true;
        });
    }

    /** An overlay of the files that the store was given since the build began. */
    private Overlay since(IndexState before, SavedIndex saved) throws IOException {
        Map<String, String> built = new HashMap<>();
        StoredFiles.hashes(saved.reader(), built::put);
        Overlay overlay = new Overlay();
        for (Map.Entry<String, Overlay.Entry> known : before.overlay().entries().entrySet()) {
            String file = known.getKey();
            Overlay.Entry entry = known.getValue();
            if (entry.change() <= begun || Objects.equals(entry.hash(), built.get(file))) {
                continue;
            }
            Optional<IndexedFile> whole = StoredFiles.read(before.snapshot().all(), file);
            if (whole.isPresent()) {
                KnownVectors vectors = KnownVectors.none();
                vectors.addStored(saved.reader(), file, 0);
                if (store.hasOwnVectors()) {
                    vectors.addStored(before.snapshot().all(), file, 0);
                }
                Documents documents = new Documents(tokens, vectors);
                overlay.replace(whole.get(), documents, entry.change());
            } else {
                overlay.remove(file, entry.change());
            }
        }
        overlay.refresh();
        return overlay;
    }

    @Override
    public void close() {
        Interrupts.deferred(() -> {
            writer.rollback();
            directory.close();
            return true;
        });
    }

    private static void closeQuietly(PrivateDirectory directory) {
        try {
            directory.close();
        } catch (IOException e) {
            LOG.debug("The directory of the search index could not be closed", e);
        }
    }
}
