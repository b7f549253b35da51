package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.rank.Candidate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.similarities.Similarity.SimScorer;
import org.apache.lucene.util.BytesRef;

/** Scores single documents, term by term, exactly as a search scores them. */
final class TermScores {
    private final List<Scored> scored = new ArrayList<>();

    private record Scored(BytesRef term, String text, SimScorer scorer) {}

    /** What a term adds to the score of a document. */
    record Contribution(String term, double score) {}

    private interface Sink {
        void add(Candidate candidate, Scored term, double score);
    }

    TermScores(IndexSearcher searcher, QuestionPlan plan) throws IOException {
        CollectionStatistics collection = searcher.collectionStatistics(Fields.WORDS);
        for (PlannedTerm planned : plan.terms()) {
            Term term = new Term(Fields.WORDS, planned.text());
            TermStates states = planned.states();
            if (collection != null && states.docFreq() > 0) {
                SimScorer scorer = Writers.SIMILARITY.scorer(
                        1, collection, searcher.termStatistics(term, states.docFreq(), states.totalTermFreq()));
                scored.add(new Scored(term.bytes(), planned.text(), scorer));
            }
        }
    }

    /** Sets the match of candidates of one segment, which are in their order. */
    void score(LeafReaderContext leaf, List<Candidate> candidates) throws IOException {
        read(leaf, candidates, (candidate, term, score) -> candidate.match(candidate.match() + score));
    }

    /** What each term adds to the match of a candidate. */
    List<Contribution> contributions(LeafReaderContext leaf, Candidate candidate) throws IOException {
        List<Contribution> contributions = new ArrayList<>();
        read(leaf, List.of(candidate), (same, term, score) -> contributions.add(new Contribution(term.text(), score)));
        return contributions;
    }

    private void read(LeafReaderContext leaf, List<Candidate> candidates, Sink sink) throws IOException {
        for (Scored each : scored) {
            PostingsEnum postings = HiddenDocs.postings(leaf.reader(), Fields.WORDS, each.term(), PostingsEnum.FREQS);
            NumericDocValues norms = leaf.reader().getNormValues(Fields.WORDS);
            if (postings == null) {
                continue;
            }
            for (Candidate candidate : candidates) {
                int doc = candidate.document() - leaf.docBase;
                int at = postings.docID() < doc ? postings.advance(doc) : postings.docID();
                if (at == doc) {
                    long norm = norms != null && norms.advanceExact(doc) ? norms.longValue() : 1;
                    sink.add(candidate, each, each.scorer().score(postings.freq(), norm));
                }
            }
        }
    }
}
