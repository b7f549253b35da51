package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/** Lucene's own format of vectors, for vectors longer than it takes by itself. What it writes is read without it. */
final class LongVectorsFormat extends KnnVectorsFormat {
    private static final int MAX_DIMENSIONS = 4_096;

    private final KnnVectorsFormat format = new Lucene99HnswVectorsFormat();

    LongVectorsFormat() {
        // By this name it is found when it is read.
        super("Lucene99HnswVectorsFormat");
    }

    @Override
    public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
        return format.fieldsWriter(state);
    }

    @Override
    public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
        return format.fieldsReader(state);
    }

    @Override
    public int getMaxDimensions(String field) {
        return MAX_DIMENSIONS;
    }
}
