package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.DateRange;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.document.IntRange;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.Weight;

/** What a query restricts its answer to, before anything is ranked. */
final class QueryFilters {
    private final List<Query> clauses = new ArrayList<>();
    private final Corpus corpus;
    private boolean impossible;

    QueryFilters(MemoryQuery query) {
        boolean bySpeaker = query.speaker().isPresent();
        this.corpus = bySpeaker && query.corpus() == Corpus.ALL ? Corpus.SOURCES : query.corpus();
        this.impossible = bySpeaker && query.corpus() == Corpus.TOPICS;
        if (corpus != Corpus.ALL) {
            String kind = corpus == Corpus.TOPICS ? Fields.BLOCK_KIND : Fields.TURN_KIND;
            clauses.add(new TermQuery(new Term(Fields.KIND, kind)));
        }
        query.speaker().ifPresent(this::speaker);
        query.pathPrefix().ifPresent(this::path);
        if (!query.dates().unbounded()) {
            dates(query.dates());
        }
    }

    private void speaker(String speaker) {
        String folded = Names.fold(speaker);
        impossible |= folded.isEmpty();
        clauses.add(new TermQuery(new Term(Fields.SPEAKER, folded)));
    }

    private void path(String given) {
        String prefix = Paths.prefix(given);
        if (!prefix.isEmpty()) {
            clauses.add(new BooleanQuery.Builder()
                    .add(new PrefixQuery(new Term(Fields.FILE, prefix)), Occur.SHOULD)
                    .add(new PrefixQuery(new Term(Fields.LOGICAL, prefix)), Occur.SHOULD)
                    .build());
        }
    }

    private void dates(DateRange dates) {
        int from = Dates.from(dates);
        int last = Dates.last(dates);
        if (from > last) {
            impossible = true;
        } else {
            clauses.add(IntRange.newIntersectsQuery(Fields.DAYS, new int[] {from}, new int[] {last}));
        }
    }

    /** Where to look. */
    Corpus corpus() {
        return corpus;
    }

    /** Whether nothing can pass. */
    boolean impossible() {
        return impossible;
    }

    /** Whether everything passes. */
    boolean isEmpty() {
        return clauses.isEmpty();
    }

    void addTo(BooleanQuery.Builder query) {
        clauses.forEach(clause -> query.add(clause, Occur.FILTER));
    }

    /** Whether a document passes. */
    boolean passes(IndexSearcher searcher, LeafReaderContext leaf, int doc) throws IOException {
        if (clauses.isEmpty()) {
            return true;
        }
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        addTo(query);
        Weight weight = searcher.createWeight(searcher.rewrite(query.build()), ScoreMode.COMPLETE_NO_SCORES, 1);
        Scorer scorer = weight.scorer(leaf);
        return scorer != null && matches(scorer, doc);
    }

    private static boolean matches(Scorer scorer, int doc) throws IOException {
        if (scorer.twoPhaseIterator() != null) {
            return scorer.twoPhaseIterator().approximation().advance(doc) == doc
                    && scorer.twoPhaseIterator().matches();
        }
        return scorer.iterator().advance(doc) == doc;
    }
}
