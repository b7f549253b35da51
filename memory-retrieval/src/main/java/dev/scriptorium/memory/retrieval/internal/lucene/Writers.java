package dev.scriptorium.memory.retrieval.internal.lucene;

import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.lucene912.Lucene912Codec;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.IndexWriterConfig.OpenMode;
import org.apache.lucene.index.KeepOnlyLastCommitDeletionPolicy;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.search.similarities.Similarity;

/** How indexes are written: without threads of their own. */
final class Writers {
    private static final float K1 = .9f;
    private static final float B = .2f;
    private static final double BUILD_MEGABYTES = 12;
    /** A merge of more than this is left to a rebuild: saving is done in pauses. */
    private static final double SAVED_SEGMENT_MEGABYTES = 64;
    /**
     * Merging segments with vectors holds the graph of the new one in the heap, of which a document takes a few hundred
     * bytes: a segment of this size has so many documents that the graph fits.
     */
    private static final double VECTOR_SEGMENT_MEGABYTES = 128;

    /** Scores every text field. */
    static final Similarity SIMILARITY = new BM25Similarity(K1, B);

    private Writers() {}

    /** For the overlay, which lives in memory. */
    static IndexWriterConfig overlay() {
        IndexWriterConfig config = config();
        config.setOpenMode(OpenMode.CREATE);
        config.setUseCompoundFile(false);
        return config;
    }

    /** For moving a saved index forward. */
    static IndexWriterConfig saving(OpenMode mode) {
        IndexWriterConfig config = config();
        config.setOpenMode(mode);
        TieredMergePolicy merges = new TieredMergePolicy();
        merges.setMaxMergedSegmentMB(SAVED_SEGMENT_MEGABYTES);
        config.setMergePolicy(merges);
        return config;
    }

    /** For writing a whole index anew. */
    static IndexWriterConfig building(boolean withVectors) {
        IndexWriterConfig config = config();
        config.setOpenMode(OpenMode.CREATE);
        config.setRAMBufferSizeMB(BUILD_MEGABYTES);
        if (withVectors) {
            TieredMergePolicy merges = new TieredMergePolicy();
            merges.setMaxMergedSegmentMB(VECTOR_SEGMENT_MEGABYTES);
            config.setMergePolicy(merges);
        }
        return config;
    }

    private static IndexWriterConfig config() {
        IndexWriterConfig config = new IndexWriterConfig();
        config.setSimilarity(SIMILARITY);
        config.setMergeScheduler(new SerialMergeScheduler());
        config.setIndexDeletionPolicy(new KeepOnlyLastCommitDeletionPolicy());
        config.setCommitOnClose(false);
        // A search reads a dozen texts from anywhere: unpacking what is packed best would take longer than finding
        // them.
        config.setCodec(new Lucene912Codec(Lucene912Codec.Mode.BEST_SPEED) {
            @Override
            public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
                return new LongVectorsFormat();
            }
        });
        return config;
    }
}
