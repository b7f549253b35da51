package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.embedding.Embedder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.lucene.document.Document;

/**
 * Gives vectors to documents on their way into an index, as many at a time as one request to the model takes, so that
 * neither the heap nor the number of requests follows the length of a file. Thread-safe.
 */
public final class VectorBatches {
    private final Embedder embedder;
    private final BooleanSupplier stop;

    /**
     * Batches for a model.
     *
     * @param stop asked between two requests; what is left then goes without
     */
    public VectorBatches(Embedder embedder, BooleanSupplier stop) {
        this.embedder = embedder;
        this.stop = stop;
    }

    /** Makes the documents of a file; those whose text has a vector in a store of the same model keep it. */
    void add(IndexStore store, IndexedFile file, Documents documents, Documents.Sink sink) {
        KnownVectors known = KnownVectors.none();
        List<Document> waiting = new ArrayList<>();
        try {
            if (store.hasOwnVectors()) {
                keep(store, file.path(), known);
            }
            documents.whole(file, document -> {
                waiting.add(document);
                if (waiting.size() == Embedder.BATCH) {
                    release(waiting, known, sink);
                }
            });
            release(waiting, known, sink);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Learns the vectors that the documents of a file have in a store. */
    static void keep(IndexStore store, String path, KnownVectors known) throws IOException {
        Snapshot snapshot = store.acquire();
        if (snapshot != null) {
            try {
                known.addStored(snapshot.all(), path, 0);
            } finally {
                IndexStore.release(snapshot);
            }
        }
    }

    private void release(List<Document> waiting, KnownVectors known, Documents.Sink sink) {
        List<String> unknown = waiting.stream()
                .map(KnownVectors::text)
                .filter(text -> !text.isEmpty() && !known.knows(text))
                .toList();
        KnownVectors all = known.and(embedder.vectors(unknown, stop));
        Interrupts.deferred(() -> {
            for (Document document : waiting) {
                all.mark(document);
                sink.add(document);
            }
            return true;
        });
        waiting.clear();
    }
}
