package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.embedding.Meaning;
import dev.scriptorium.memory.retrieval.rank.Candidate;
import java.io.IOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.util.VectorUtil;

/** Finds what is nearest to the meaning of a question. Not thread-safe. */
final class NearestFinder {
    private final IndexSearcher searcher;
    private final Meaning meaning;
    private final float[] vector;
    private final QueryFilters filters;

    NearestFinder(IndexReader reader, Meaning meaning, QueryFilters filters, BooleanSupplier stop) {
        // A searcher of its own: told to stop, this one gives what it has seen of the graph.
        this.searcher = new IndexSearcher(reader);
        this.searcher.setQueryCache(null);
        this.searcher.setTimeout(stop::getAsBoolean);
        this.meaning = meaning;
        this.vector = meaning.vector();
        this.filters = filters;
    }

    Meaning meaning() {
        return meaning;
    }

    /** The nearest documents among those that pass the filters, at most so many. */
    ScoreDoc[] best(int count) throws IOException {
        BooleanQuery.Builder filter = new BooleanQuery.Builder();
        filters.addTo(filter);
        Query query = filters.isEmpty()
                ? new KnnFloatVectorQuery(Fields.VECTOR, vector, count)
                : new KnnFloatVectorQuery(Fields.VECTOR, vector, count, filter.build());
        return searcher.search(query, count).scoreDocs;
    }

    /** Sets how near candidates of one segment are, which are in their order. */
    void measure(LeafReaderContext leaf, List<Candidate> candidates) throws IOException {
        FloatVectorValues values = leaf.reader().getFloatVectorValues(Fields.VECTOR);
        if (values == null) {
            return;
        }
        for (Candidate candidate : candidates) {
            int doc = candidate.document() - leaf.docBase;
            int at = values.docID() < doc ? values.advance(doc) : values.docID();
            if (at == doc) {
                candidate.nearness(VectorUtil.dotProduct(vector, values.vectorValue()));
            }
        }
    }
}
