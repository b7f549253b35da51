package dev.scriptorium.memory.retrieval.rank;

import dev.scriptorium.memory.retrieval.analysis.FunctionWords;
import dev.scriptorium.memory.retrieval.analysis.TermForm;
import dev.scriptorium.memory.retrieval.analysis.TermShape;
import dev.scriptorium.memory.retrieval.analysis.TermSink;
import dev.scriptorium.memory.retrieval.analysis.TextAnalysis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The words of a question that are worth looking for, each once, in order of appearance. Function words are left out
 * when at least two other words remain; those with a capital in mid-sentence are names and stay.
 */
public final class Question {
    /** How much of a question is read, in characters; the cost of a search must not follow a pasted document. */
    private static final int MAX_TEXT = 1 << 16;

    private static final int MAX_WORDS = 4_000;

    private final List<Word> words;
    private final boolean mayBeTold;
    private final boolean asked;

    private Question(List<Word> words, boolean personal) {
        this.words = words;
        this.mayBeTold = personal || words.stream().anyMatch(each -> !each.wholes.isEmpty());
        this.asked = words.stream().anyMatch(each -> each.request || each.courtesy);
    }

    /** Reads a question; any text is one. */
    public static Question of(String text) {
        return of(text, true);
    }

    /** Reads a question, and leaves function words out or in. */
    public static Question of(String text, boolean withoutFunctionWords) {
        List<Word> all = words(text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text);
        boolean shouting = capitals(all) * 5 > all.size() * 3 && all.size() > 2;
        boolean uncapitalised = capitals(all) == 0;
        Map<String, Word> distinct = new LinkedHashMap<>();
        for (Word word : all) {
            Word judged = word.judged(shouting, uncapitalised);
            distinct.merge(judged.plain(), judged, Word::stronger);
        }
        long content =
                distinct.values().stream().filter(word -> !word.function()).count();
        List<Word> kept = new ArrayList<>(distinct.values());
        if (content >= 2 && withoutFunctionWords) {
            kept.removeIf(Word::function);
        }
        boolean personal = distinct.values().stream().anyMatch(word -> FunctionWords.isPersonal(word.folded()));
        return new Question(List.copyOf(kept), personal);
    }

    /**
     * Whether a word only asks for something to be done, and for nothing that was told: "write a test", but not "what did
     * Ana write", nor a name of code.
     *
     * @param namesSomebody whether the question names somebody who is known
     */
    public boolean onlyAsks(Word word, boolean namesSomebody) {
        if (word.function || word.courtesy) {
            return true;
        }
        return !mayBeTold && !namesSomebody && (word.request || (word.matter && asked));
    }

    /** The words, each once. */
    public List<Word> words() {
        return words;
    }

    private static int capitals(List<Word> words) {
        int capitals = 0;
        for (Word word : words) {
            capitals += word.shape == TermShape.CAPITALISED || word.shape == TermShape.UPPER ? 1 : 0;
        }
        return capitals;
    }

    private static List<Word> words(String text) {
        List<Word> words = new ArrayList<>();
        new TextAnalysis().analyze(text, new TermSink() {
            @Override
            public void word(TermShape shape) {
                if (words.size() < MAX_WORDS) {
                    words.add(new Word(shape));
                }
            }

            @Override
            public void term(String term, TermForm form) {
                if (!words.isEmpty() && words.size() < MAX_WORDS) {
                    words.get(words.size() - 1).add(term, form);
                }
            }
        });
        words.removeIf(word -> word.plain.isEmpty());
        return words;
    }

    /** One word of a question with the terms it may be found by. */
    public static final class Word {
        private final TermShape shape;
        private final List<String> parts = new ArrayList<>();
        private final List<String> wholes = new ArrayList<>();
        private String plain = "";
        private String exact = "";
        private boolean function;
        private boolean courtesy;
        private boolean request;
        private boolean matter;
        private boolean nameLike;

        private Word(TermShape shape) {
            this.shape = shape;
        }

        private void add(String term, TermForm form) {
            switch (form) {
                case PLAIN -> plain = term;
                case EXACT -> exact = term;
                case PART -> parts.add(term);
                case WHOLE -> wholes.add(term);
                case SINGLE -> {
                    // Only what is stored has these: a longer run is found by its pairs.
                }
            }
        }

        private Word judged(boolean shouting, boolean uncapitalised) {
            String folded = folded();
            boolean capital = !shouting && (shape == TermShape.CAPITALISED || shape == TermShape.UPPER);
            boolean listed = FunctionWords.isFunction(folded);
            function = listed && (!capital || folded.equals("i"));
            courtesy = FunctionWords.isCourtesy(folded) && !capital;
            request = FunctionWords.isRequest(folded) && !capital;
            matter = FunctionWords.isMatter(folded) && !capital;
            nameLike = !function
                    && (capital
                            || uncapitalised
                            || (shape != TermShape.LOWER && !listed)
                            || !Character.isLowerCase(plain.codePointAt(0)));
            return this;
        }

        private Word stronger(Word other) {
            function &= other.function;
            courtesy &= other.courtesy;
            request &= other.request;
            matter &= other.matter;
            nameLike |= other.nameLike;
            other.parts.stream().filter(part -> !parts.contains(part)).forEach(parts::add);
            other.wholes.stream().filter(whole -> !wholes.contains(whole)).forEach(wholes::add);
            return this;
        }

        /** The word as it stands, folded. */
        private String folded() {
            return exact.isEmpty() ? plain : exact.substring(1);
        }

        /** The word, stemmed where it is English. */
        public String plain() {
            return plain;
        }

        /** The term of the word as it stands; empty when the stem is the same. */
        public String exact() {
            return exact;
        }

        /** Parts of an identifier. */
        public List<String> parts() {
            return parts;
        }

        /** Identifiers that end with this word. */
        public List<String> wholes() {
            return wholes;
        }

        /** Whether a question works without it. */
        public boolean function() {
            return function;
        }

        /** Whether it only acknowledges or asks. */
        public boolean courtesy() {
            return courtesy;
        }

        /** Whether it is two characters of a longer run, of which about half are no word at all. */
        public boolean pair() {
            return TextAnalysis.isPair(plain);
        }

        /** Whether it may be somebody's name. */
        public boolean nameLike() {
            return nameLike;
        }
    }
}
