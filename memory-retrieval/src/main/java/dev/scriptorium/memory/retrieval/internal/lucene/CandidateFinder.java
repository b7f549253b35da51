package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.rank.Candidate;
import dev.scriptorium.memory.retrieval.rank.Component;
import dev.scriptorium.memory.retrieval.rank.Fusion;
import dev.scriptorium.memory.retrieval.rank.Ranking;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedNumericDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/** Finds what may answer a question, and what it is linked with by citations. Not thread-safe. */
final class CandidateFinder {
    /** Of so many of the best turns and blocks the other end of their citations is looked at. */
    private static final int LINKED = 10;

    private final IndexSearcher searcher;
    private final QuestionPlan plan;
    private final QueryFilters filters;
    private final @Nullable NearestFinder nearest;
    private final SearchOptions options;
    private @Nullable TermScores scores;

    /**
     * A finder.
     *
     * @param nearest finds by meaning; null for words only
     */
    CandidateFinder(
            IndexSearcher searcher,
            QuestionPlan plan,
            QueryFilters filters,
            @Nullable NearestFinder nearest,
            SearchOptions options) {
        this.searcher = searcher;
        this.plan = plan;
        this.filters = filters;
        this.nearest = nearest;
        this.options = options;
    }

    /** The best documents by their own fields, at most so many. */
    ScoreDoc[] best(int count) throws IOException {
        if (nearest != null && nearest.meaning().alone()) {
            return new ScoreDoc[0];
        }
        BooleanQuery.Builder query = new BooleanQuery.Builder();
        for (PlannedTerm planned : plan.terms()) {
            query.add(new TermQuery(new Term(Fields.WORDS, planned.text()), planned.states()), Occur.SHOULD);
        }
        query.setMinimumNumberShouldMatch(filters.isEmpty() ? 0 : 1);
        filters.addTo(query);
        return searcher.search(query.build(), new TopScoreDocCollectorManager(count, null, count)).scoreDocs;
    }

    /** Candidates for documents found, for the nearest, and for what they are linked with. */
    List<Candidate> candidates(ScoreDoc[] found, int count) throws IOException {
        List<Candidate> candidates = new ArrayList<>();
        Set<Integer> known = new HashSet<>();
        for (ScoreDoc hit : found) {
            known.add(hit.doc);
            Candidate candidate = candidate(hit.doc, true);
            candidate.match(hit.score);
            candidates.add(candidate);
        }
        if (nearest != null) {
            candidates.addAll(near(nearest, count, known));
        }
        List<Candidate> linked = new ArrayList<>();
        int turns = 0;
        int blocks = 0;
        for (Candidate candidate : candidates) {
            if (candidate.turn() && turns++ < LINKED) {
                link(Lookup.all(reader(), Fields.CITES, RefKeys.term(candidate.ref())), known, linked);
            } else if (!candidate.turn() && !filters.isEmpty() && blocks++ < LINKED) {
                for (long ref : cites(leaf(candidate.document()), candidate.document())) {
                    link(Lookup.turn(reader(), ref), known, linked);
                }
            }
        }
        if (!linked.isEmpty()) {
            TermScores scores = scores();
            bySegment(linked, scores::score);
            candidates.addAll(linked);
        }
        Set<String> helpful = options.with(Component.NAMED_SPEAKER) ? helpfulNames() : Set.of();
        bySegment(candidates, (leaf, own) -> mark(leaf, own, helpful));
        if (nearest != null) {
            bySegment(candidates, nearest::measure);
            Fusion.apply(candidates, nearest.meaning().alone());
        }
        return candidates;
    }

    /** The nearest that were not found by words, with what words they have. */
    private List<Candidate> near(NearestFinder finder, int count, Set<Integer> known) throws IOException {
        List<Candidate> near = new ArrayList<>();
        for (ScoreDoc hit : finder.best(count)) {
            if (known.add(hit.doc)) {
                Candidate candidate = candidate(hit.doc, true);
                candidate.byMeaning(true);
                near.add(candidate);
            }
        }
        TermScores scores = scores();
        bySegment(near, scores::score);
        return near;
    }

    private void link(List<Lookup.Found> found, Set<Integer> known, List<Candidate> linked) throws IOException {
        for (Lookup.Found each : found) {
            if (known.add(each.global())) {
                linked.add(candidate(each.global(), filters.passes(searcher, each.leaf(), each.doc())));
            }
        }
    }

    /** What each term adds to the score of a candidate. */
    List<TermScores.Contribution> contributions(Candidate candidate) throws IOException {
        return scores().contributions(leaf(candidate.document()), candidate);
    }

    private TermScores scores() throws IOException {
        if (scores == null) {
            scores = new TermScores(searcher, plan);
        }
        return scores;
    }

    private IndexReader reader() {
        return searcher.getIndexReader();
    }

    private LeafReaderContext leaf(int document) {
        return reader().leaves().get(ReaderUtil.subIndex(document, reader().leaves()));
    }

    private Candidate candidate(int document, boolean eligible) throws IOException {
        LeafReaderContext leaf = leaf(document);
        int doc = document - leaf.docBase;
        NumericDocValues refs = leaf.reader().getNumericDocValues(Fields.REF_VALUE);
        boolean turn = refs != null && refs.advanceExact(doc);
        return new Candidate(
                document,
                turn,
                new StoredPlace(new Lookup.Found(leaf, doc)),
                turn ? refs.longValue() : 0,
                turn ? new long[0] : cites(leaf, document),
                eligible);
    }

    private record StoredPlace(Lookup.Found found) implements Candidate.Place {
        @Override
        public String path() {
            return read(found::path);
        }

        @Override
        public int line() {
            return read(() -> found.number(Fields.LINE_VALUE));
        }

        @Override
        public int order() {
            return read(() -> found.number(Fields.ORDER_VALUE));
        }

        private static <T> T read(Interrupts.Action<T> action) {
            try {
                return action.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static long[] cites(LeafReaderContext leaf, int document) throws IOException {
        SortedNumericDocValues cites = leaf.reader().getSortedNumericDocValues(Fields.CITE_VALUES);
        if (cites == null || !cites.advanceExact(document - leaf.docBase)) {
            return new long[0];
        }
        long[] keys = new long[cites.docValueCount()];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = cites.nextValue();
        }
        return keys;
    }

    private interface Step {
        void take(LeafReaderContext leaf, List<Candidate> inOrder) throws IOException;
    }

    /** Takes candidates segment by segment, in their order, which is how segments are read. */
    private void bySegment(List<Candidate> candidates, Step step) throws IOException {
        List<Candidate> inOrder = new ArrayList<>(candidates);
        inOrder.sort(Comparator.comparingInt(Candidate::document));
        int from = 0;
        while (from < inOrder.size()) {
            LeafReaderContext leaf = leaf(inOrder.get(from).document());
            int end = from;
            int limit = leaf.docBase + leaf.reader().maxDoc();
            while (end < inOrder.size() && inOrder.get(end).document() < limit) {
                end++;
            }
            step.take(leaf, inOrder.subList(from, end));
            from = end;
        }
    }

    /** Notes for every candidate which terms its own words have, and whether the question names its speaker. */
    private void mark(LeafReaderContext leaf, List<Candidate> candidates, Set<String> names) throws IOException {
        for (int i = 0; i < plan.terms().size(); i++) {
            long bit = 1L << i;
            PlannedTerm term = plan.terms().get(i);
            each(leaf, Fields.WORDS, term, PostingsEnum.FREQS, candidates, (candidate, frequency) -> {
                if (frequency >= Fields.OWN_WEIGHT) {
                    candidate.ownTerms(candidate.ownTerms() | bit);
                }
            });
        }
        for (PlannedTerm exact : options.with(Component.EXACT_WORDS) ? plan.exact() : List.<PlannedTerm>of()) {
            double worth = Ranking.EXACT * exact.weight();
            each(
                    leaf,
                    Fields.EXACT,
                    exact,
                    PostingsEnum.NONE,
                    candidates,
                    (candidate, frequency) -> candidate.exact(candidate.exact() + worth));
        }
        for (String name : names) {
            PostingsEnum postings = HiddenDocs.postings(leaf.reader(), Fields.NAME, new BytesRef(name));
            each(leaf, postings, candidates, (candidate, frequency) -> candidate.named(true));
        }
    }

    private interface Marking {
        void mark(Candidate candidate, int frequency);
    }

    private static void each(
            LeafReaderContext leaf,
            String field,
            PlannedTerm term,
            int flags,
            List<Candidate> candidates,
            Marking marking)
            throws IOException {
        PostingsEnum postings = HiddenDocs.postings(leaf, field, new BytesRef(term.text()), term.states(), flags);
        each(leaf, postings, candidates, marking);
    }

    private static void each(
            LeafReaderContext leaf, @Nullable PostingsEnum postings, List<Candidate> candidates, Marking marking)
            throws IOException {
        if (postings == null) {
            return;
        }
        for (Candidate candidate : candidates) {
            int doc = candidate.document() - leaf.docBase;
            int at = postings.docID() < doc ? postings.advance(doc) : postings.docID();
            if (at == doc) {
                marking.mark(candidate, postings.freq());
            }
        }
    }

    /** The named speakers whose turns are few enough for the name to help. */
    private Set<String> helpfulNames() throws IOException {
        Set<String> helpful = new HashSet<>();
        int turns = reader().docFreq(new Term(Fields.KIND, Fields.TURN_KIND));
        for (String name : plan.names()) {
            if (reader().docFreq(new Term(Fields.NAME, name)) < Ranking.COMMON_SPEAKER * turns) {
                helpful.add(name);
            }
        }
        return helpful;
    }
}
