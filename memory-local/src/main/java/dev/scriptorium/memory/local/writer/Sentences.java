package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Cuts a paragraph into sentences: where {@link BreakIterator} would, and after the full stops of Chinese and Japanese;
 * never inside quotation marks, inline code or an address, nor after an abbreviation or an initial.
 */
final class Sentences {
    private static final String STOPS = "\u3002\uFF01\uFF1F";
    private static final String BRACKETS = ")\uFF09]";
    private static final Set<String> ABBREVIATIONS = Set.of(
            "mr", "mrs", "ms", "dr", "prof", "st", "sr", "jr", "vs", "etc", "e.g", "i.e", "eg", "ie", "approx", "no",
            "nos", "vol", "fig", "dept", "inc", "ltd", "co", "corp", "u.s", "u.k", "a.m", "p.m", "al", "cf", "gen",
            "col", "sgt", "capt", "lt", "rev", "hon", "mt", "ft", "jan", "feb", "mar", "apr", "jun", "jul", "aug",
            "sep", "sept", "oct", "nov", "dec", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat",
            "sun", "bzw", "ca", "usw", "z.b", "d.h");

    private Sentences() {}

    /**
     * Where a sentence stands in its paragraph, without the white space around it.
     *
     * @param end the offset after it
     */
    record Span(int start, int end) {
        private static Span within(String text, int from, int to) {
            int start = from;
            int end = to;
            while (start < end && Whitespace.is(text.charAt(start))) {
                start++;
            }
            while (end > start && Whitespace.is(text.charAt(end - 1))) {
                end--;
            }
            return new Span(start, end);
        }

        String of(String paragraph) {
            return paragraph.substring(start, end);
        }
    }

    /** The sentences in order; nothing but white space stands between them. */
    static List<Span> of(String paragraph) {
        BitSet whole = Quotations.insides(paragraph);
        BreakIterator breaks = BreakIterator.getSentenceInstance(Locale.ROOT);
        breaks.setText(paragraph);
        BitSet cuts = new BitSet(paragraph.length() + 1);
        for (int at = breaks.first(); at != BreakIterator.DONE; at = breaks.next()) {
            cuts.set(at);
        }
        for (int i = 0; i < paragraph.length(); i++) {
            if (STOPS.indexOf(paragraph.charAt(i)) >= 0) {
                i = afterStops(paragraph, i + 1);
                cuts.set(i--);
            }
        }
        boolean small = isSmall(paragraph);
        if (small) {
            for (int i = paragraph.indexOf(". "); i >= 0; i = paragraph.indexOf(". ", i + 1)) {
                cuts.set(i + 1);
            }
        }
        List<Span> sentences = new ArrayList<>();
        int from = 0;
        for (int cut = cuts.nextSetBit(1); cut >= 0; cut = cuts.nextSetBit(cut + 1)) {
            boolean end = cut >= paragraph.length();
            boolean inside =
                    whole.get(cut) || Quotations.goesOnAt(paragraph, cut) || isAbbreviated(paragraph, from, cut);
            if (end || !(inside || (!small && startsSmall(paragraph, cut)))) {
                Span sentence = Span.within(paragraph, from, cut);
                if (sentence.end() > sentence.start()) {
                    sentences.add(sentence);
                }
                from = cut;
            }
        }
        return sentences;
    }

    /** Whether a sentence asks. */
    static boolean asks(String sentence) {
        int at = sentence.length();
        while (at > 0) {
            char c = sentence.charAt(at - 1);
            if (c == '?' || c == '\uFF1F') {
                return true;
            }
            if (Character.isLetterOrDigit(c)) {
                return c == '\u5417' || c == '\u55CE' || c == '\u5462';
            }
            if (c == '.' || c == '\u3002') {
                return false;
            }
            at--;
        }
        return false;
    }

    private static int afterStops(String text, int from) {
        int at = from;
        while (at < text.length() && (STOPS + BRACKETS).indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at;
    }

    /** Whether somebody writes without capitals: then what follows a full stop may begin with a small letter. */
    private static boolean isSmall(String paragraph) {
        int first =
                paragraph.codePoints().filter(Character::isLetter).findFirst().orElse('A');
        return Character.isLowerCase(first);
    }

    private static boolean startsSmall(String text, int cut) {
        int at = cut;
        while (at < text.length() && !Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        return at < text.length()
                && at - cut < 3
                && Character.isLowerCase(text.charAt(at))
                && dotBefore(text, cut) >= 0;
    }

    /** The offset of the single full stop before a cut; -1 when there is none. */
    private static int dotBefore(String text, int cut) {
        int at = cut - 1;
        while (at >= 0 && Whitespace.is(text.charAt(at))) {
            at--;
        }
        return at > 0 && text.charAt(at) == '.' && text.charAt(at - 1) != '.' ? at : -1;
    }

    private static boolean isAbbreviated(String text, int from, int cut) {
        int dot = dotBefore(text, cut);
        if (dot < 0) {
            return false;
        }
        int start = dot;
        while (start > from && !Whitespace.is(text.charAt(start - 1)) && dot - start < 12) {
            start--;
        }
        String word = text.substring(start, dot).toLowerCase(Locale.ROOT);
        boolean initial = word.length() == 1 && Character.isLetter(word.charAt(0)) && !word.equals("i");
        return initial || ABBREVIATIONS.contains(word);
    }
}
