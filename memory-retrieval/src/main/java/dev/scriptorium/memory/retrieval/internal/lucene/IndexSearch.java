package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.api.recall.Corpus;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.retrieval.embedding.Meaning;
import dev.scriptorium.memory.retrieval.rank.Candidate;
import dev.scriptorium.memory.retrieval.rank.Component;
import dev.scriptorium.memory.retrieval.rank.Explanation;
import dev.scriptorium.memory.retrieval.rank.Question;
import dev.scriptorium.memory.retrieval.rank.RankedHit;
import dev.scriptorium.memory.retrieval.rank.Ranking;
import dev.scriptorium.memory.retrieval.rank.SearchAnswer;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.ScoreDoc;
import org.jspecify.annotations.Nullable;

/** Answers questions from an index store. Thread-safe. */
public final class IndexSearch {
    /** How many documents at least are ranked anew by bonus and citations. */
    private static final int CANDIDATES = 30;
    /** Beyond so many equal scores the order among them is left to chance. */
    private static final int MAX_CANDIDATES = 6_400;

    private final IndexStore store;

    /** Searches of a store. */
    public IndexSearch(IndexStore store) {
        this.store = store;
    }

    /** Answers a query; never throws for what it asks. */
    public SearchAnswer search(MemoryQuery query, SearchOptions options) {
        Corpus narrowed = query.speaker().isPresent() ? Corpus.SOURCES : null;
        SearchAnswer none = SearchAnswer.empty(narrowed, false);
        return reading(none, snapshot -> answer(snapshot, query, options, narrowed));
    }

    /** Says why a block is, or is not, among the hits of a query. */
    public Explanation explain(MemoryQuery query, BlockId block, SearchOptions options) {
        Explanation none = new Explanation(false, List.of("The index cannot be read at present."));
        return reading(none, snapshot -> {
            Question question = question(query, options);
            return new Explainer(snapshot, query, question, options)
                    .explain(block, ranked(snapshot, query, question, options));
        });
    }

    private interface Reading<T> {
        T of(Snapshot snapshot) throws IOException;
    }

    private <T> T reading(T otherwise, Reading<T> reading) {
        Snapshot snapshot = store.acquire();
        if (snapshot == null) {
            return otherwise;
        }
        Throwable trouble;
        try {
            return reading.of(snapshot);
        } catch (IOException | RuntimeException | InternalError | AssertionError e) {
            // An InternalError is what reading a mapped file gives that has lost its end; an AssertionError is Lucene's
            // where assertions are on.
            trouble = e;
        } finally {
            IndexStore.release(snapshot);
        }
        store.suspect(trouble);
        return otherwise;
    }

    private static SearchAnswer answer(
            Snapshot snapshot, MemoryQuery query, SearchOptions options, @Nullable Corpus narrowed) throws IOException {
        Ranked ranked = ranked(snapshot, query, question(query, options), options);
        HitReader reader = ranked.reader();
        if (reader == null || ranked.chosen().isEmpty()) {
            return SearchAnswer.empty(narrowed, ranked.complete());
        }
        List<RankedHit> hits = new ArrayList<>();
        for (Candidate candidate : ranked.chosen()) {
            hits.add(reader.hit(candidate, options.explained() ? ranked.why(candidate) : ""));
        }
        return new SearchAnswer(hits, ranked.plan().weights(), narrowed, ranked.complete());
    }

    private static Question question(MemoryQuery query, SearchOptions options) {
        return Question.of(query.text(), options.with(Component.FUNCTION_WORDS));
    }

    static Ranked ranked(Snapshot snapshot, MemoryQuery query, Question question, SearchOptions options)
            throws IOException {
        IndexReader visible = options.includePending() ? snapshot.all() : snapshot.trusted();
        StoppableSearcher searcher = new StoppableSearcher(visible, options.stop());
        QueryFilters filters = new QueryFilters(query);
        QuestionPlan plan = QuestionPlan.of(question, searcher);
        boolean silent = query.floor() && plan.floor().silent();
        Meaning meaning = options.meaning()
                .filter(asked -> snapshot.hasVectorsOf(asked.model()))
                .orElse(null);
        if ((plan.terms().isEmpty() && meaning == null) || filters.impossible() || silent) {
            return Ranked.nothing(plan);
        }
        NearestFinder nearest =
                meaning == null ? null : new NearestFinder(visible, meaning, filters, searcher::stopNow);
        CandidateFinder finder = new CandidateFinder(searcher, plan, filters, nearest, options);
        HitReader reader = new HitReader(snapshot.all(), snapshot.untrusted(), plan.weights(), options.withSources());
        double least = query.floor() ? options.floor() : 0;
        int count = Math.max(CANDIDATES, 2 * query.limit());
        while (true) {
            ScoreDoc[] found = finder.best(count);
            List<Candidate> ordered = Ranking.order(finder.candidates(found, count), options.with(Component.CITATIONS));
            double near = meaning == null ? Double.POSITIVE_INFINITY : meaning.floor();
            Selection.Least enough = new Selection.Least(least, near, meaning != null && meaning.alone());
            List<Candidate> chosen = new Selection(reader, plan.floor(), enough, query.limit()).choose(ordered);
            if (!cutAmongEquals(found, count, chosen) || count >= MAX_CANDIDATES || searcher.stopped()) {
                return new Ranked(plan, finder, reader, ordered, chosen, !searcher.stopped());
            }
            count *= 4;
        }
    }

    /** Whether the last that is shown matches no better than the last that was looked at. */
    private static boolean cutAmongEquals(ScoreDoc[] found, int count, List<Candidate> chosen) {
        if (found.length < count || chosen.isEmpty()) {
            return false;
        }
        Candidate last = chosen.get(chosen.size() - 1);
        return last.lift() == 0
                && last.bonus() == 0
                && last.meaning() == 0
                && Ranking.equal(last.match(), found[count - 1].score);
    }
}
