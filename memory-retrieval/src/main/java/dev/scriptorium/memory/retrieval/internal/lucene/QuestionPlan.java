package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.rank.Floor;
import dev.scriptorium.memory.retrieval.rank.Question;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.LinkedHashSet;
import java.util.TreeSet;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TermStates;
import org.apache.lucene.search.IndexSearcher;

/** What of a question one state of the index can be asked: at most 64 terms it has, the rarest. */
final class QuestionPlan {
    /** As many as there are bits to note in which a document has. */
    private static final int MAX_TERMS = Long.SIZE;

    private final List<Planned> terms;
    private final Map<String, Double> exact;
    private final Set<String> names;
    private final Floor floor;

    /**
     * A term to look for.
     *
     * @param text the term
     * @param whole whether it is an identifier of several words
     * @param weight how rare it is
     * @param states where the index has it
     */
    record Planned(String text, boolean whole, double weight, TermStates states) {}

    private QuestionPlan(List<Planned> terms, Map<String, Double> exact, Set<String> names, Floor floor) {
        this.terms = terms;
        this.exact = exact;
        this.names = names;
        this.floor = floor;
    }

    static QuestionPlan of(Question question, IndexSearcher searcher) throws IOException {
        IndexReader reader = searcher.getIndexReader();
        int documents = reader.getDocCount(Fields.BODY);
        Map<String, Planned> known = new LinkedHashMap<>();
        Set<String> looked = new LinkedHashSet<>();
        for (Question.Word word : question.words()) {
            look(word.plain(), false, searcher, documents, looked, known);
            for (String part : word.parts()) {
                look(part, false, searcher, documents, looked, known);
            }
            for (String whole : word.wholes()) {
                look(whole, true, searcher, documents, looked, known);
            }
        }
        List<Planned> terms = new ArrayList<>(known.values());
        if (terms.size() > MAX_TERMS) {
            // Stable: of equally rare terms the first ones stay.
            terms.sort(Comparator.comparingInt(term -> docFreq(term.states())));
            terms = new ArrayList<>(terms.subList(0, MAX_TERMS));
        }
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < terms.size(); i++) {
            places.put(terms.get(i).text(), i);
        }
        Set<String> names = new TreeSet<>();
        Map<String, Double> exact = new LinkedHashMap<>();
        Floor floor = new Floor();
        double unknown = weight(documents, 0);
        for (Question.Word word : question.words()) {
            boolean named = word.nameLike() && reader.docFreq(new Term(Fields.NAME, word.plain())) > 0;
            if (named) {
                names.add(word.plain());
            }
            if (!word.exact().isEmpty() && places.containsKey(word.plain()) && exact.size() < MAX_TERMS) {
                exact.put(word.exact(), weight(documents, reader.docFreq(new Term(Fields.EXACT, word.exact()))));
            }
            if (!named && !word.function() && !word.courtesy()) {
                count(word, known, places, unknown, floor);
            }
        }
        return new QuestionPlan(List.copyOf(terms), exact, names, floor);
    }

    private static void look(
            String text,
            boolean whole,
            IndexSearcher searcher,
            int documents,
            Set<String> looked,
            Map<String, Planned> known)
            throws IOException {
        if (looked.add(text)) {
            TermStates states = TermStates.build(searcher, new Term(Fields.BODY, text), true);
            if (docFreq(states) > 0) {
                known.put(text, new Planned(text, whole, weight(documents, docFreq(states)), states));
            }
        }
    }

    private static int docFreq(TermStates states) {
        return states.docFreq();
    }

    private static void count(
            Question.Word word, Map<String, Planned> known, Map<String, Integer> places, double unknown, Floor floor) {
        List<Integer> terms = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        double mass = 0;
        List<String> forms = new ArrayList<>(word.parts());
        forms.add(word.plain());
        for (String form : forms) {
            Planned planned = known.get(form);
            Integer place = places.get(form);
            if (planned != null) {
                mass = Math.max(mass, planned.weight());
                if (place != null) {
                    terms.add(place);
                    weights.add(planned.weight());
                }
            }
        }
        floor.add(terms, weights, mass == 0 ? unknown : mass);
    }

    /** How much a term tells that so many documents have. */
    private static double weight(int documents, int having) {
        return Math.log(1 + (Math.max(0, documents - having) + .5) / (having + .5));
    }

    /** The terms, by their places. */
    List<Planned> terms() {
        return terms;
    }

    /** Words as they stand, with their weights. */
    Map<String, Double> exact() {
        return exact;
    }

    /** Words of speakers' names in the question. */
    Set<String> names() {
        return names;
    }

    Floor floor() {
        return floor;
    }

    /** What each term weighs. */
    Map<String, Double> weights() {
        Map<String, Double> weights = new HashMap<>();
        terms.forEach(term -> weights.put(term.text(), term.weight()));
        return weights;
    }
}
