package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFileNames;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.StandardDirectoryReader;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One state of the index on disk, open for reading. What others do to the directory later does not touch it. */
final class SavedIndex {
    private static final Logger LOG = LoggerFactory.getLogger(SavedIndex.class);

    private final Directory directory;
    private final DirectoryReader reader;
    private final IndexStamp stamp;

    private SavedIndex(Directory directory, DirectoryReader reader, IndexStamp stamp) {
        this.directory = directory;
        this.reader = reader;
        this.stamp = stamp;
    }

    /**
     * Opens what a directory holds; null when it holds no index.
     *
     * @throws IOException when it holds one that cannot be read
     * @throws IllegalArgumentException when it holds one of another format
     */
    static @Nullable SavedIndex open(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return null;
        }
        Directory directory = PrivateDirectory.open(path);
        DirectoryReader reader = null;
        boolean opened = false;
        try {
            reader = StandardDirectoryReader.open(directory);
            IndexStamp stamp = IndexStamp.of(reader.getIndexCommit().getUserData());
            opened = true;
            return new SavedIndex(directory, reader, stamp);
        } catch (IndexNotFoundException e) {
            return null;
        } finally {
            if (!opened) {
                if (reader != null) {
                    reader.close();
                }
                directory.close();
            }
        }
    }

    /** What a directory holds; null when there is nothing to build on. */
    static @Nullable SavedIndex usable(Path path) {
        try {
            return open(path);
        } catch (IOException | IllegalArgumentException e) {
            LOG.debug("The search index on disk cannot be built on", e);
            return null;
        }
    }

    /**
     * Deletes an index that cannot be used, under its lock, and nothing else that is in the directory.
     *
     * @throws LockObtainFailedException when somebody else is writing it
     */
    static void clear(Directory directory) throws IOException {
        if (directory.listAll().length == 0) {
            return;
        }
        try (Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
            lock.ensureValid();
            for (String file : directory.listAll()) {
                if (isIndexFile(file)) {
                    directory.deleteFile(file);
                }
            }
        }
    }

    private static boolean isIndexFile(String name) {
        return name.startsWith(IndexFileNames.SEGMENTS)
                || name.startsWith(IndexFileNames.PENDING_SEGMENTS)
                || IndexFileNames.CODEC_FILE_PATTERN.matcher(name).matches();
    }

    DirectoryReader reader() {
        return reader;
    }

    IndexStamp stamp() {
        return stamp;
    }

    /** Gives up this use of the files; snapshots that still read them keep them. */
    void close() throws IOException {
        reader.decRef();
        directory.close();
    }
}
