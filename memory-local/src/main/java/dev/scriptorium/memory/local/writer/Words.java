package dev.scriptorium.memory.local.writer;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The words of a text. Where a script has no spaces between words, every pair of neighbouring characters is taken for
 * one. One pass, whatever the text.
 */
final class Words {

    /**
     * One word.
     *
     * @param text as it stands
     * @param lower in lower case, with a straight apostrophe
     * @param stem what is left of it without possessive, plural and the endings of verbs
     * @param capital whether it begins with a capital
     * @param digits whether it holds a digit
     * @param ideographic whether it is a pair from a script without spaces
     */
    record Word(String text, String lower, String stem, boolean capital, boolean digits, boolean ideographic) {}

    private Words() {}

    /** The words in order. */
    static List<Word> of(String text) {
        List<Word> words = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            int end = at + Character.charCount(c);
            if (isIdeographic(c)) {
                while (end < text.length() && isIdeographic(text.codePointAt(end))) {
                    end += Character.charCount(text.codePointAt(end));
                }
                pairs(text, at, end, words);
            } else if (Character.isLetterOrDigit(c)) {
                end = wordEnd(text, end);
                words.add(word(text.substring(at, end)));
            }
            at = end;
        }
        return words;
    }

    private static int wordEnd(String text, int from) {
        int end = from;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            if (isIdeographic(c) || !(Character.isLetterOrDigit(c) || isMark(c) || isInside(text, end))) {
                return end;
            }
            end += Character.charCount(c);
        }
        return end;
    }

    /** Whether an apostrophe between letters, or a point between digits. */
    private static boolean isInside(String text, int at) {
        char c = text.charAt(at);
        if (at == 0 || at + 1 == text.length()) {
            return false;
        }
        char before = text.charAt(at - 1);
        char after = text.charAt(at + 1);
        return switch (c) {
            case '\'', '\u2019' -> Character.isLetter(before) && Character.isLetter(after);
            case '.', ',', ':' -> Character.isDigit(before) && Character.isDigit(after);
            default -> false;
        };
    }

    private static void pairs(String text, int from, int to, List<Word> words) {
        int at = from;
        do {
            int second = at + Character.charCount(text.codePointAt(at));
            int end = second < to ? second + Character.charCount(text.codePointAt(second)) : second;
            String pair = text.substring(at, end);
            words.add(new Word(pair, pair, pair, false, false, true));
            at = second;
        } while (at < to && at + Character.charCount(text.codePointAt(at)) < to);
    }

    private static Word word(String text) {
        String lower = text.toLowerCase(Locale.ROOT).replace('\u2019', '\'');
        boolean digits = text.codePoints().anyMatch(Character::isDigit);
        return new Word(text, lower, stem(lower), Character.isUpperCase(text.codePointAt(0)), digits, false);
    }

    /** The word without the commonest English endings; good enough to see that two sentences speak of one thing. */
    static String stem(String lower) {
        String word = lower.endsWith("'s") ? lower.substring(0, lower.length() - 2) : lower;
        for (String ending : List.of("ing", "ies", "ed", "es", "s", "y", "e")) {
            if (word.endsWith(ending) && word.length() - ending.length() >= 3) {
                word = word.substring(0, word.length() - ending.length());
                break;
            }
        }
        int last = word.length() - 1;
        return last > 2 && word.charAt(last) == word.charAt(last - 1) ? word.substring(0, last) : word;
    }

    /**
     * What two statements share when they say the same in the same words: letters and digits in lower case, one space
     * where anything else stood.
     */
    static String normalised(String text) {
        String folded = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        StringBuilder out = new StringBuilder(folded.length());
        boolean gap = false;
        for (int i = 0; i < folded.length(); i += Character.charCount(folded.codePointAt(i))) {
            int c = folded.codePointAt(i);
            if (Character.isLetterOrDigit(c) || isMark(c)) {
                if (gap && out.length() > 0) {
                    out.append(' ');
                }
                gap = false;
                out.appendCodePoint(c);
            } else if (c != '\'' && c != '\u2019') {
                gap = true;
            }
        }
        return out.toString();
    }

    /** Whether a character is of a script that puts no spaces between words. */
    static boolean isIdeographic(int c) {
        if (c < 0x2E80) {
            return false;
        }
        return switch (Character.UnicodeScript.of(c)) {
            case HAN, HIRAGANA, KATAKANA -> Character.isLetter(c) || c == '\u3005';
            default -> false;
        };
    }

    private static boolean isMark(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> true;
            default -> false;
        };
    }
}
