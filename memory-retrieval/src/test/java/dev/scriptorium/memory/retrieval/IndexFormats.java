package dev.scriptorium.memory.retrieval;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.MMapDirectory;

/** Changes what a saved index says of itself. */
final class IndexFormats {
    private IndexFormats() {}

    static void pretendOtherFormat(Path path) throws IOException {
        try (Directory directory = new MMapDirectory(path)) {
            Map<String, String> data;
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                data = new HashMap<>(reader.getIndexCommit().getUserData());
            }
            data.put("format", "0 of another time");
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig())) {
                writer.setLiveCommitData(data.entrySet());
                writer.commit();
            }
        }
    }
}
