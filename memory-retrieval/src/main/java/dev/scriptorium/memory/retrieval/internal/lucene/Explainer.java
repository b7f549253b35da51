package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.retrieval.rank.Candidate;
import dev.scriptorium.memory.retrieval.rank.Explanation;
import dev.scriptorium.memory.retrieval.rank.Question;
import dev.scriptorium.memory.retrieval.rank.SearchOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.util.BytesRef;

/** Says of one block why a question finds it or not. */
final class Explainer {
    private final Snapshot snapshot;
    private final MemoryQuery query;
    private final Question question;
    private final SearchOptions options;
    private final List<String> lines = new ArrayList<>();

    Explainer(Snapshot snapshot, MemoryQuery query, Question question, SearchOptions options) {
        this.snapshot = snapshot;
        this.query = query;
        this.question = question;
        this.options = options;
    }

    Explanation explain(BlockId id, Ranked ranked) throws IOException {
        List<Lookup.Found> blocks = Lookup.all(snapshot.all(), Fields.BLOCK, new BytesRef(id.value()));
        if (blocks.isEmpty()) {
            lines.add("The index holds no block ^" + id.value() + ".");
            return new Explanation(false, lines);
        }
        Lookup.Found block = blocks.get(0);
        lines.add("^" + id.value() + " stands in " + block.path() + ".");
        terms(ranked);
        int place = place(ranked.chosen(), block.global());
        if (place >= 0) {
            lines.add("Found at place " + (place + 1) + " of " + ranked.chosen().size() + ": "
                    + ranked.why(ranked.chosen().get(place)) + ".");
            return new Explanation(true, lines);
        }
        lines.add(reason(block, ranked));
        return new Explanation(false, lines);
    }

    private static String meaning(Lookup.Found block) throws IOException {
        return KnownVectors.of(block.leaf().reader(), block.doc()).length == 0
                ? ", and it has no vector yet."
                : ", and others are nearer in meaning.";
    }

    private void terms(Ranked ranked) {
        List<String> known = ranked.plan().terms().stream()
                .map(term -> String.format(Locale.ROOT, "%s (%.2f)", term.text(), term.weight()))
                .toList();
        lines.add(
                known.isEmpty()
                        ? "The index has none of the words of the question."
                        : "Looked for, with how much each tells: " + String.join(", ", known) + ".");
        options.meaning()
                .ifPresent(meaning -> lines.add(String.format(
                        Locale.ROOT,
                        "Looked for by meaning%s: near is a cosine of %.2f and more.",
                        meaning.alone() ? ", and not by words" : " too",
                        meaning.floor())));
        if (!ranked.plan().names().isEmpty()) {
            lines.add("Names of speakers: " + String.join(", ", ranked.plan().names()) + ".");
        }
    }

    private static int place(List<Candidate> candidates, int document) {
        for (int i = 0; i < candidates.size(); i++) {
            if (candidates.get(i).document() == document) {
                return i;
            }
        }
        return -1;
    }

    private String reason(Lookup.Found block, Ranked ranked) throws IOException {
        if (question.words().isEmpty()) {
            return "Not found: the question has no word to look for.";
        }
        if (query.floor() && ranked.plan().floor().silent()) {
            return "Not found: names, courtesies and function words alone ask for nothing; try without the floor.";
        }
        if (!options.includePending() && TrustLedger.isPendingBlock(block, snapshot.untrusted())) {
            return "Not found: it is pending, because it rests on a source that is pending or not archived.";
        }
        QueryFilters filters = new QueryFilters(query);
        if (filters.impossible() || !filters.passes(new IndexSearcher(snapshot.all()), block.leaf(), block.doc())) {
            return "Not found: a filter (path, dates, speaker, corpus) leaves it out.";
        }
        int rank = place(ranked.ordered(), block.global());
        if (rank < 0) {
            return "Not found: none of its words, or too few for the first "
                    + ranked.ordered().size() + " candidates, are in the question"
                    + (options.meaning().isEmpty() ? "." : meaning(block));
        }
        Candidate candidate = ranked.ordered().get(rank);
        String why = " It ranks " + (rank + 1) + " of " + ranked.ordered().size() + ": " + ranked.why(candidate) + ".";
        if (query.floor() && ranked.chosen().isEmpty()) {
            return String.format(
                            Locale.ROOT,
                            "Nothing is found: the best candidates match too little of the question; the floor is %.2f.",
                            options.floor())
                    + why;
        }
        if (query.floor() && candidate.byMeaning()) {
            return "Not found: it is not near enough in meaning, and none of its words are in the question." + why;
        }
        return "Not found: others rank higher and the limit is " + query.limit() + "." + why;
    }
}
