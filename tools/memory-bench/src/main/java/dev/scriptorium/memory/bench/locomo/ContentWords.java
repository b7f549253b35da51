package dev.scriptorium.memory.bench.locomo;

import dev.scriptorium.memory.retrieval.analysis.FunctionWords;
import dev.scriptorium.memory.retrieval.analysis.TermForm;
import dev.scriptorium.memory.retrieval.analysis.TermSink;
import dev.scriptorium.memory.retrieval.analysis.TextAnalysis;
import java.util.HashSet;
import java.util.Set;

/** The words of a text that say something, as stems. */
final class ContentWords {
    private static final TextAnalysis ANALYSIS = new TextAnalysis();

    private ContentWords() {}

    static Set<String> of(String text) {
        Set<String> words = new HashSet<>();
        ANALYSIS.analyze(text, new TermSink() {
            @Override
            public void term(String term, TermForm form) {
                if (form == TermForm.PLAIN && !FunctionWords.isFunction(term)) {
                    words.add(term);
                }
            }
        });
        return words;
    }
}
