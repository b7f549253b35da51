package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.util.BytesRef;

/** Says which files an index store holds. Thread-safe. */
public final class IndexContents {
    private final IndexStore store;

    /** The contents of a store. */
    public IndexContents(IndexStore store) {
        this.store = store;
    }

    /** Path and content hash of every file. */
    public Map<String, String> files() {
        Map<String, String> files = new HashMap<>();
        read(reader -> {
            StoredFiles.hashes(reader, files::put);
            return true;
        });
        return files;
    }

    /** The content hash of a file; empty when the index does not hold it. */
    public Optional<String> contentHash(String path) {
        return read(reader -> StoredFiles.hash(reader, path)).flatMap(hash -> hash);
    }

    /** Topics with a block that has a citation which leads nowhere. */
    public Set<String> unresolvedFiles() {
        Set<String> paths = new TreeSet<>();
        read(reader -> {
            for (Lookup.Found found : Lookup.all(reader, Fields.TRUST, new BytesRef(Fields.UNRESOLVED))) {
                paths.add(found.path());
            }
            return true;
        });
        return paths;
    }

    /** How many blocks, and turns or pieces of them, the index holds. */
    public int documents() {
        return read(reader -> reader.numDocs() - Lookup.count(reader, Fields.KIND, new BytesRef(Fields.FILE_KIND)))
                .orElse(0);
    }

    private interface Reading<T> {
        T from(IndexReader reader) throws IOException;
    }

    private <T> Optional<T> read(Reading<T> reading) {
        Snapshot snapshot = store.acquire();
        if (snapshot == null) {
            return Optional.empty();
        }
        Throwable trouble;
        try {
            return Optional.of(reading.from(snapshot.all()));
        } catch (IOException | RuntimeException | InternalError | AssertionError e) {
            trouble = e;
        } finally {
            IndexStore.release(snapshot);
        }
        store.suspect(trouble);
        return Optional.empty();
    }
}
