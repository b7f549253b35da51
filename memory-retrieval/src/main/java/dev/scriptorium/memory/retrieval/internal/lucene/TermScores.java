package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.similarities.Similarity.SimScorer;

/** Scores single documents, term by term, exactly as a search scores them. */
final class TermScores {
    private final List<Scored> scored = new ArrayList<>();

    private record Scored(String field, QuestionPlan.Planned term, SimScorer scorer) {}

    /** What a term adds to the score of a document by one of its fields. */
    record Contribution(String field, String term, double score) {}

    TermScores(IndexSearcher searcher, QuestionPlan plan) throws IOException {
        for (String field : List.of(Fields.BODY, Fields.CONTEXT, Fields.HEAD)) {
            CollectionStatistics collection = searcher.collectionStatistics(field);
            if (collection == null) {
                continue;
            }
            for (QuestionPlan.Planned planned : plan.terms()) {
                if (planned.whole() && field.equals(Fields.CONTEXT)) {
                    continue;
                }
                Term term = new Term(field, planned.text());
                TermStates states =
                        field.equals(Fields.BODY) ? planned.states() : TermStates.build(searcher, term, true);
                if (states.docFreq() > 0) {
                    SimScorer scorer = Writers.SIMILARITY.scorer(
                            1,
                            collection,
                            searcher.termStatistics(term, states.docFreq(), states.totalTermFreq()));
                    scored.add(new Scored(field, planned, scorer));
                }
            }
        }
    }

    /** The score of a document. */
    double score(LeafReaderContext leaf, int doc) throws IOException {
        double sum = 0;
        for (Contribution contribution : contributions(leaf, doc)) {
            sum += contribution.score();
        }
        return sum;
    }

    /** What each term adds to the score of a document, by field. */
    List<Contribution> contributions(LeafReaderContext leaf, int doc) throws IOException {
        List<Contribution> contributions = new ArrayList<>();
        for (Scored each : scored) {
            Terms terms = leaf.reader().terms(each.field());
            TermsEnum found = terms == null ? null : terms.iterator();
            if (found == null || !found.seekExact(new org.apache.lucene.util.BytesRef(each.term().text()))) {
                continue;
            }
            PostingsEnum postings = found.postings(null, PostingsEnum.FREQS);
            if (postings.advance(doc) == doc) {
                NumericDocValues norms = leaf.reader().getNormValues(each.field());
                long norm = norms != null && norms.advanceExact(doc) ? norms.longValue() : 1;
                contributions.add(new Contribution(
                        each.field(), each.term().text(), each.scorer().score(postings.freq(), norm)));
            }
        }
        return contributions;
    }
}
