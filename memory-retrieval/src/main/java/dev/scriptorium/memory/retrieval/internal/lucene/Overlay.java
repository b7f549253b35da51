package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.content.IndexedFile;
import dev.scriptorium.memory.retrieval.content.IndexedTurn;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.jspecify.annotations.Nullable;

/** The files changed since the saved index, indexed in memory. Not thread-safe; its readers are. */
final class Overlay {
    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final Map<String, Entry> entries = new HashMap<>();
    private final IndexWriter writer;
    private DirectoryReader reader;

    /**
     * What the overlay says of a file.
     *
     * @param hash its content hash; null when it is gone
     * @param from the place in the file from which the overlay holds it; the saved index holds what is before
     * @param change when it was last changed, counted in changes of the index
     */
    record Entry(@Nullable String hash, int from, long change) {}

    Overlay() throws IOException {
        this.writer = new IndexWriter(directory, Writers.overlay());
        this.reader = DirectoryReader.open(writer);
    }

    Map<String, Entry> entries() {
        return entries;
    }

    DirectoryReader reader() {
        return reader;
    }

    /** What it takes in memory. */
    long bytes() throws IOException {
        long bytes = writer.ramBytesUsed();
        for (String file : directory.listAll()) {
            bytes += directory.fileLength(file);
        }
        return bytes;
    }

    int documents() {
        return reader.numDocs();
    }

    /** Takes a whole file in the place of what it holds of it. */
    void replace(IndexedFile file, Documents documents, long change) throws IOException {
        drop(file.path());
        documents.whole(file, writer::addDocument);
        entries.put(file.path(), new Entry(file.contentHash(), 0, change));
    }

    /**
     * Takes turns in the place of what it holds of an archive from a place on.
     *
     * @param turns the turns, led by those that only lend their words
     * @param order the place of the first of them
     * @param first the first of them that is taken
     */
    void replaceTail(IndexedFile file, List<IndexedTurn> turns, int order, int first, Documents documents, long change)
            throws IOException {
        int from = order + first;
        writer.deleteDocuments(fromPlace(file.path(), from));
        writer.addDocument(documents.file(file.path(), file.contentHash()));
        documents.turns(file.path(), turns, order, first, writer::addDocument);
        Entry before = entries.get(file.path());
        int oldFrom = before == null ? Integer.MAX_VALUE : before.from();
        entries.put(file.path(), new Entry(file.contentHash(), Math.min(from, oldFrom), change));
    }

    /** Takes note that a file is gone. */
    void remove(String path, long change) throws IOException {
        drop(path);
        entries.put(path, new Entry(null, 0, change));
    }

    /** Forgets a file: the saved index holds it as it is. */
    void forget(String path) throws IOException {
        drop(path);
        entries.remove(path);
    }

    private void drop(String path) throws IOException {
        writer.deleteDocuments(new Term(Fields.FILE, path));
    }

    /** The documents of a file from a place in it on. */
    static Query fromPlace(String path, int from) {
        Query file = new TermQuery(new Term(Fields.FILE, path));
        if (from == 0) {
            return file;
        }
        return new BooleanQuery.Builder()
                .add(file, Occur.FILTER)
                .add(NumericDocValuesField.newSlowRangeQuery(Fields.ORDER_VALUE, from, Integer.MAX_VALUE), Occur.FILTER)
                .build();
    }

    /** Makes every change so far visible to {@link #reader}. */
    void refresh() throws IOException {
        DirectoryReader changed = DirectoryReader.openIfChanged(reader, writer);
        if (changed != null) {
            reader.decRef();
            reader = changed;
        }
    }

    /** Ends it; snapshots that still read it keep what they read. */
    void close() throws IOException {
        reader.decRef();
        writer.rollback();
        directory.close();
    }
}
