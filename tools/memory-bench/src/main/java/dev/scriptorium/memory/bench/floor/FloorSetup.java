package dev.scriptorium.memory.bench.floor;

import dev.scriptorium.memory.bench.gen.SyntheticText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.ConfigConstants;
import org.eclipse.jgit.lib.StoredConfig;

/** Makes what the floor works on: a copy of a workspace's history, and an index of as many documents as it has blocks. */
public final class FloorSetup {
    static final String FILE = "file";
    static final String TEXT = "text";
    private static final long SEED = 7;
    private static final int DOCUMENTS_A_FILE = 12;
    private static final int WORDS = 24;

    private FloorSetup() {}

    /**
     * A floor beside a workspace.
     *
     * @param directory where; it must not exist yet
     * @param workspace a workspace with a history
     * @param documents how many documents the index holds at first
     */
    public static WriteFloor beside(Path directory, Path workspace, long documents) throws IOException {
        Path git = directory.resolve(".git");
        copy(workspace.resolve(".git"), git);
        Files.createDirectories(directory.resolve("tx"));
        FileRepository repository = new FileRepository(git.toFile());
        StoredConfig config = repository.getConfig();
        config.setBoolean(ConfigConstants.CONFIG_CORE_SECTION, null, "fsyncRefFiles", true);
        config.save();
        return new WriteFloor(directory, repository, index(documents));
    }

    private static IndexWriter index(long documents) throws IOException {
        IndexWriter writer = new IndexWriter(new ByteBuffersDirectory(), new IndexWriterConfig(new StandardAnalyzer()));
        SyntheticText text = new SyntheticText(SEED);
        for (long i = 0; i < documents; i++) {
            writer.addDocument(document("file-" + i / DOCUMENTS_A_FILE, text.sentence(WORDS)));
        }
        writer.commit();
        return writer;
    }

    /** A topic as documents, one a paragraph. */
    public static List<Document> documents(String file, String text) {
        List<Document> documents = new ArrayList<>();
        for (String paragraph : text.split("\n\n", -1)) {
            if (!paragraph.startsWith("#") && !paragraph.startsWith("[^")) {
                documents.add(document(file, paragraph));
            }
        }
        return documents;
    }

    static Document document(String file, String text) {
        Document document = new Document();
        document.add(new StringField(FILE, file, Field.Store.NO));
        document.add(new TextField(TEXT, text, Field.Store.YES));
        return document;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
