package dev.scriptorium.memory.retrieval.analysis;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds the terms of a text. The same function serves what is stored and what is asked, so that both meet.
 *
 * <p>Compatibility forms, width and case are folded; a word ends where the script changes; scripts without spaces give
 * overlapping pairs of characters; English words are stemmed and lose their possessive; identifiers are found whole and
 * by their parts. Linear in the text, whatever it is. Not thread-safe; cheap to create.
 */
public final class TextAnalysis {
    /** The longest term, in characters; what is longer is cut, alike on both sides. */
    static final int MAX_TERM = 64;

    private static final int MAX_PARTED = 128;
    private static final int MAX_COMPOUND = 32;
    private static final int MAX_STEMS = 20_000;
    private static final String CONNECTORS = "_-./\\:@#+\u2010";

    private final PorterStemmer stemmer = new PorterStemmer();
    private final Map<String, String> stems = new HashMap<>();

    /** Whether a term is two characters of a longer run in a script without spaces between words. */
    public static boolean isPair(String term) {
        return term.codePointCount(0, term.length()) == 2
                && Script.of(term.codePointAt(0)).unspaced();
    }

    /** Gives the terms of a text to the sink, in order. */
    public void analyze(String text, TermSink sink) {
        String normalized = CaseFolding.normalize(text);
        boolean opening = true;
        int at = 0;
        while (at < normalized.length()) {
            int c = normalized.codePointAt(at);
            Script script = Script.of(c);
            if (script == Script.NONE) {
                opening |= endsSentence(c);
                at += Character.charCount(c);
            } else if (script.unspaced()) {
                at = pairs(normalized, at, script, sink);
                opening = false;
            } else {
                at = compound(normalized, at, opening, sink);
                opening = false;
            }
        }
    }

    private static boolean endsSentence(int c) {
        return switch (c) {
            case '.', '!', '?', ':', '\n', '。', '…' -> true;
            default -> false;
        };
    }

    /** Terms of a run without spaces: every pair of neighbours, and every character for queries of one. */
    private static int pairs(String text, int from, Script script, TermSink sink) {
        int previous = from;
        int at = from + Character.charCount(text.codePointAt(from));
        boolean alone = true;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (Script.of(c) != script) {
                break;
            }
            int next = at + Character.charCount(c);
            sink.word(TermShape.LOWER);
            sink.term(CaseFolding.fold(text.substring(previous, next)), TermForm.PLAIN);
            sink.term(CaseFolding.fold(text.substring(previous, at)), TermForm.SINGLE);
            previous = at;
            at = next;
            alone = false;
        }
        if (alone) {
            sink.word(TermShape.LOWER);
        }
        sink.term(CaseFolding.fold(text.substring(previous, at)), alone ? TermForm.PLAIN : TermForm.SINGLE);
        return at;
    }

    /** Terms of words joined by connectors; returns where they end. */
    private int compound(String text, int from, boolean opening, TermSink sink) {
        int start = from;
        int words = 0;
        while (true) {
            int end = wordEnd(text, start);
            int after = apostrophe(text, start, end, opening && words == 0, sink);
            if (after == end) {
                after = end + symbol(text, start, end);
                word(text.substring(start, after), shape(text, start, end, opening && words == 0), sink);
            }
            words++;
            end = after;
            if (words == MAX_COMPOUND || !joins(text, end)) {
                if (words > 1) {
                    sink.term(cut(CaseFolding.fold(text.substring(from, end))), TermForm.WHOLE);
                }
                return end;
            }
            start = end + 1;
        }
    }

    private static int wordEnd(String text, int start) {
        Script script = Script.COMMON;
        int at = start;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            Script own = Script.of(c);
            if (own == Script.NONE
                    || own.unspaced()
                    || (own != Script.COMMON && script != Script.COMMON && own != script)) {
                break;
            }
            script = own == Script.COMMON ? script : own;
            at += Character.charCount(c);
        }
        return at;
    }

    /** Whether a connector and another spaced word follow. */
    private static boolean joins(String text, int at) {
        if (at + 1 >= text.length() || CONNECTORS.indexOf(text.charAt(at)) < 0) {
            return false;
        }
        Script next = Script.of(text.codePointAt(at + 1));
        return next != Script.NONE && !next.unspaced();
    }

    /** The length of the sign in names such as {@code C++} and {@code F#}. */
    private static int symbol(String text, int start, int end) {
        if (end - start > 3) {
            return 0;
        }
        int length = text.startsWith("++", end) ? 2 : text.startsWith("#", end) ? 1 : 0;
        int after = end + length;
        return after < text.length() && Script.of(text.codePointAt(after)) != Script.NONE ? 0 : length;
    }

    /**
     * Terms of a word with an apostrophe inside: the possessive and what is left of a verb go ({@code Ada's},
     * {@code we'll}); a name is found with and without ({@code O'Neil}). Returns where the word ends, {@code end} when
     * there is no such apostrophe.
     */
    private int apostrophe(String text, int start, int end, boolean opening, TermSink sink) {
        if (end + 1 >= text.length() || (text.charAt(end) != '\'' && text.charAt(end) != '\u2019')) {
            return end;
        }
        Script next = Script.of(text.codePointAt(end + 1));
        if (next == Script.NONE || next.unspaced()) {
            return end;
        }
        int after = wordEnd(text, end + 1);
        TermShape shape = shape(text, start, end, opening);
        String rest = CaseFolding.fold(text.substring(end + 1, after));
        switch (rest) {
            case "s", "re", "ve", "ll", "d", "m" -> word(text.substring(start, end), shape, sink);
            case "t" -> word(text.substring(start, end) + rest, shape, sink);
            default -> {
                word(text.substring(start, end), shape, sink);
                word(text.substring(end + 1, after), shape(text, end + 1, after, false), sink);
                sink.term(
                        cut(CaseFolding.fold(text.substring(start, end) + text.substring(end + 1, after))),
                        TermForm.WHOLE);
            }
        }
        return after;
    }

    private static TermShape shape(String text, int start, int end, boolean opening) {
        int first = text.codePointAt(start);
        if (!Character.isUpperCase(first) && !Character.isTitleCase(first)) {
            return TermShape.LOWER;
        }
        boolean upper = end - start > 1;
        for (int i = start; i < end && upper; i++) {
            upper = Character.isUpperCase(text.charAt(i));
        }
        if (upper) {
            return TermShape.UPPER;
        }
        return opening ? TermShape.OPENING : TermShape.CAPITALISED;
    }

    private void word(String word, TermShape shape, TermSink sink) {
        sink.word(shape);
        String folded = cut(CaseFolding.fold(word));
        String stem = stem(folded);
        sink.term(stem, TermForm.PLAIN);
        if (!stem.equals(folded)) {
            sink.term(exact(folded), TermForm.EXACT);
        }
        if (word.length() <= MAX_PARTED) {
            parts(word, sink);
        }
    }

    /** The term of a word as it stands. */
    static String exact(String folded) {
        return "=" + folded;
    }

    /** Terms of the parts of {@code camelCase}, {@code HTTPServer} and {@code python3}. */
    private void parts(String word, TermSink sink) {
        int start = 0;
        for (int i = 1; i < word.length(); i++) {
            if (isBoundary(word, i)) {
                part(word.substring(start, i), sink);
                start = i;
            }
        }
        if (start > 0) {
            part(word.substring(start), sink);
        }
    }

    private void part(String part, TermSink sink) {
        if (Script.of(part.codePointAt(0)) != Script.NONE) {
            sink.term(stem(cut(CaseFolding.fold(part))), TermForm.PART);
        }
    }

    private static boolean isBoundary(String word, int at) {
        char before = word.charAt(at - 1);
        char here = word.charAt(at);
        if (Script.of(here) == Script.NONE && !Character.isSurrogate(here)) {
            return Script.of(before) != Script.NONE;
        }
        if (isDigit(before) != isDigit(here)) {
            return !isMark(before) && !isMark(here);
        }
        if (!Character.isUpperCase(here)) {
            return false;
        }
        return Character.isLowerCase(before)
                || (Character.isUpperCase(before)
                        && at + 1 < word.length()
                        && Character.isLowerCase(word.charAt(at + 1)));
    }

    private static boolean isDigit(char c) {
        return Character.getType(c) == Character.DECIMAL_DIGIT_NUMBER;
    }

    private static boolean isMark(char c) {
        return CaseFolding.isMark(Character.getType(c));
    }

    private String stem(String folded) {
        for (int i = 0; i < folded.length(); i++) {
            char c = folded.charAt(i);
            if (c < 'a' || c > 'z') {
                return folded;
            }
        }
        String known = stems.get(folded);
        if (known == null) {
            if (stems.size() >= MAX_STEMS) {
                stems.clear();
            }
            known = stemmer.stem(folded);
            stems.put(folded, known);
        }
        return known;
    }

    private static String cut(String term) {
        if (term.length() <= MAX_TERM) {
            return term;
        }
        int end = Character.isHighSurrogate(term.charAt(MAX_TERM - 1)) ? MAX_TERM - 1 : MAX_TERM;
        return term.substring(0, end);
    }
}
