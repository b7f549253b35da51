package dev.scriptorium.memory.bench.floor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.QueryBuilder;

/** Lucene with nothing around it: one field, every setting at its default, the ten best for any of the words. */
public final class BareIndex implements AutoCloseable {
    private static final int BEST = 10;

    private final Directory directory;
    private final IndexWriter writer;
    private DirectoryReader reader;

    private BareIndex(Directory directory, IndexWriter writer) throws IOException {
        this.directory = directory;
        this.writer = writer;
        this.reader = DirectoryReader.open(writer);
    }

    /** A new index in a directory. */
    public static BareIndex create(Path path) throws IOException {
        Files.createDirectories(path);
        Directory directory = FSDirectory.open(path);
        return new BareIndex(directory, new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer())));
    }

    /** Adds one document, a paragraph of a file. */
    public void add(String file, String text) throws IOException {
        writer.addDocument(FloorSetup.document(file, text));
    }

    /** Puts on disk what was added, and shows it. */
    public void commit() throws IOException {
        writer.commit();
        reopen();
    }

    /** Replaces the documents of a file and shows the new ones. */
    public void replace(String file, List<String> texts) throws IOException {
        writer.updateDocuments(
                new Term(FloorSetup.FILE, file),
                texts.stream().map(text -> FloorSetup.document(file, text)).toList());
        reopen();
    }

    private void reopen() throws IOException {
        DirectoryReader newer = DirectoryReader.openIfChanged(reader, writer);
        if (newer != null) {
            reader.close();
            reader = newer;
        }
    }

    /** How many documents it shows. */
    public int documents() {
        return reader.numDocs();
    }

    /** How many of the best were found. */
    public int search(String words) throws IOException {
        return search(reader, words);
    }

    /** Opens an index that is on disk, searches it once and closes it. */
    public static int openAndSearch(Path path, String words) throws IOException {
        try (Directory directory = FSDirectory.open(path);
                DirectoryReader reader = DirectoryReader.open(directory)) {
            return search(reader, words);
        }
    }

    private static int search(DirectoryReader reader, String words) throws IOException {
        try (Analyzer analyzer = new StandardAnalyzer()) {
            Query query = new QueryBuilder(analyzer).createBooleanQuery(FloorSetup.TEXT, words);
            return new IndexSearcher(reader)
                    .search(query == null ? new MatchNoDocsQuery() : query, BEST)
                    .scoreDocs
                    .length;
        }
    }

    @Override
    public void close() throws IOException {
        reader.close();
        writer.close();
        directory.close();
    }
}
