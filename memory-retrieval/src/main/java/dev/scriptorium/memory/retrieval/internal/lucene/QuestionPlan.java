package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.rank.Candidate;
import dev.scriptorium.memory.retrieval.rank.Floor;
import dev.scriptorium.memory.retrieval.rank.Question;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.search.IndexSearcher;

/** What of a question one state of the index can be asked: at most 64 terms it has, the rarest. */
final class QuestionPlan {
    /** As many as there are bits to note in which a document has. */
    private static final int MAX_TERMS = Long.SIZE;

    private final List<PlannedTerm> terms;
    private final List<PlannedTerm> exact;
    private final Set<String> names;
    private final Floor floor;

    private QuestionPlan(List<PlannedTerm> terms, List<PlannedTerm> exact, Set<String> names, Floor floor) {
        this.terms = terms;
        this.exact = exact;
        this.names = names;
        this.floor = floor;
    }

    static QuestionPlan of(Question question, IndexSearcher searcher) throws IOException {
        return new Planning(question, searcher).plan();
    }

    /** The terms, by their places. */
    List<PlannedTerm> terms() {
        return terms;
    }

    /** Words as they stand. */
    List<PlannedTerm> exact() {
        return exact;
    }

    /** Words of speakers' names in the question. */
    Set<String> names() {
        return names;
    }

    Floor floor() {
        return floor;
    }

    /** Whether a term is among a candidate's own words. */
    boolean isOwn(String term, Candidate candidate) {
        for (int i = 0; i < terms.size(); i++) {
            if (terms.get(i).text().equals(term)) {
                return (candidate.ownTerms() & 1L << i) != 0;
            }
        }
        return false;
    }

    /** What each term weighs. */
    Map<String, Double> weights() {
        Map<String, Double> weights = new HashMap<>();
        terms.forEach(term -> weights.put(term.text(), term.weight()));
        return weights;
    }

    private static final class Planning {
        private final Question question;
        private final IndexSearcher searcher;
        private final int documents;
        private final Map<String, PlannedTerm> known = new LinkedHashMap<>();
        private final Set<String> looked = new HashSet<>();

        private Planning(Question question, IndexSearcher searcher) throws IOException {
            this.question = question;
            this.searcher = searcher;
            this.documents = searcher.getIndexReader().getDocCount(Fields.WORDS);
        }

        private QuestionPlan plan() throws IOException {
            for (Question.Word word : question.words()) {
                look(word.plain());
                for (String part : word.parts()) {
                    look(part);
                }
                for (String whole : word.wholes()) {
                    look(whole);
                }
            }
            List<PlannedTerm> terms = rarest();
            Map<String, Integer> places = new HashMap<>();
            for (int i = 0; i < terms.size(); i++) {
                places.put(terms.get(i).text(), i);
            }
            Set<String> names = new TreeSet<>();
            List<PlannedTerm> exact = new ArrayList<>();
            Floor floor = new Floor();
            for (Question.Word word : question.words()) {
                if (word.nameLike() && docFreq(Fields.NAME, word.plain()) > 0) {
                    names.add(word.plain());
                }
            }
            for (Question.Word word : question.words()) {
                if (!names.contains(word.plain()) && !question.onlyAsks(word, !names.isEmpty())) {
                    count(word, places, floor);
                }
                if (!word.exact().isEmpty() && places.containsKey(word.plain())) {
                    TermStates states = TermStates.build(searcher, new Term(Fields.EXACT, word.exact()), true);
                    exact.add(new PlannedTerm(word.exact(), weight(states.docFreq()), states));
                }
            }
            return new QuestionPlan(terms, exact, names, floor);
        }

        private int docFreq(String field, String term) throws IOException {
            return searcher.getIndexReader().docFreq(new Term(field, term));
        }

        private void look(String text) throws IOException {
            if (looked.add(text)) {
                TermStates states = TermStates.build(searcher, new Term(Fields.WORDS, text), true);
                if (states.docFreq() > 0) {
                    known.put(text, new PlannedTerm(text, weight(states.docFreq()), states));
                }
            }
        }

        private List<PlannedTerm> rarest() {
            List<PlannedTerm> terms = new ArrayList<>(known.values());
            if (terms.size() > MAX_TERMS) {
                // Stable: of equally rare terms the first ones stay.
                terms.sort(Comparator.comparingInt(term -> term.states().docFreq()));
                terms = terms.subList(0, MAX_TERMS);
            }
            return List.copyOf(terms);
        }

        private void count(Question.Word word, Map<String, Integer> places, Floor floor) {
            List<Integer> found = new ArrayList<>();
            List<Double> weights = new ArrayList<>();
            double mass = 0;
            List<String> forms = new ArrayList<>(word.parts());
            forms.add(word.plain());
            for (String form : forms) {
                PlannedTerm term = known.get(form);
                if (term != null) {
                    mass = Math.max(mass, term.weight());
                    if (places.containsKey(form)) {
                        found.add(places.get(form));
                        weights.add(term.weight());
                    }
                }
            }
            if (mass == 0) {
                floor.addUnknown(weight(0), word.pair());
            } else {
                floor.add(found, weights, mass);
            }
        }

        /** How much a term tells that so many documents have. */
        private double weight(int having) {
            return Math.log(1 + (Math.max(0, documents - having) + .5) / (having + .5));
        }
    }
}
