package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BulkScorer;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.LeafCollector;
import org.apache.lucene.search.Weight;

/**
 * Searches in stretches and may be told to stop between two of them; what was collected then stands. Lucene's own way
 * of doing so begins with stretches so short that they cost more than the search. Used by one thread.
 */
final class StoppableSearcher extends IndexSearcher {
    /** Documents in a stretch: less than a millisecond's work. */
    private static final int STRETCH = 100_000;

    private final BooleanSupplier stop;
    private boolean stopped;

    StoppableSearcher(IndexReader reader, BooleanSupplier stop) {
        super(reader);
        this.stop = stop;
        setSimilarity(Writers.SIMILARITY);
        setQueryCache(null);
    }

    /** Whether something was left out. */
    boolean stopped() {
        return stopped;
    }

    @Override
    protected void searchLeaf(LeafReaderContext leaf, Weight weight, Collector collector) throws IOException {
        try {
            LeafCollector own = collector.getLeafCollector(leaf);
            BulkScorer scorer = stopNow() ? null : weight.bulkScorer(leaf);
            int next = scorer == null ? leaf.reader().maxDoc() : 0;
            while (scorer != null && next < leaf.reader().maxDoc() && !(next > 0 && stopNow())) {
                int end = Math.min(leaf.reader().maxDoc(), next + STRETCH);
                next = Math.max(end, scorer.score(own, leaf.reader().getLiveDocs(), next, end));
            }
            own.finish();
        } catch (CollectionTerminatedException e) {
            // The collector has what it needs of this segment.
        }
    }

    /** Whether to stop now; what is left out then is known. */
    boolean stopNow() {
        stopped |= stop.getAsBoolean();
        return stopped;
    }
}
