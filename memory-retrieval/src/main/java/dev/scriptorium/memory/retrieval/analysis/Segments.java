package dev.scriptorium.memory.retrieval.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts text where a reader can bear it: after a sentence, else after a word, else between graphemes. */
public final class Segments {
    /** The longest segment, in characters; one grapheme may be longer. */
    public static final int MAX = 240;

    private static final Pattern GRAPHEME = Pattern.compile("\\X");

    private Segments() {}

    /** The end of every segment, in order; together they are the text. */
    public static List<Integer> ends(String text) {
        List<Integer> ends = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            start = end(text, start);
            ends.add(start);
        }
        return ends;
    }

    private static int end(String text, int start) {
        int limit = Math.min(text.length(), start + MAX);
        int word = -1;
        for (int i = start; i < limit; i++) {
            char c = text.charAt(i);
            if (c == '\n' || isWideStop(c)) {
                return afterSpace(text, i + 1);
            }
            if (isSpace(c)) {
                if (i > start && isStop(text.charAt(i - 1))) {
                    return afterSpace(text, i);
                }
                word = i + 1;
            }
        }
        if (limit == text.length()) {
            return limit;
        }
        if (word > start + MAX / 2) {
            return word;
        }
        int cut = graphemeAtMost(text, start, limit);
        return cut > start ? cut : graphemeEnd(text, start);
    }

    private static int afterSpace(String text, int from) {
        int at = from;
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    private static boolean isStop(char c) {
        return c == '.' || c == '!' || c == '?' || c == '…';
    }

    private static boolean isWideStop(char c) {
        return c == '。' || c == '！' || c == '？';
    }

    private static int graphemeEnd(String text, int start) {
        Matcher grapheme = GRAPHEME.matcher(text).region(start, text.length());
        return grapheme.lookingAt() ? grapheme.end() : text.length();
    }

    /**
     * The last boundary between graphemes at or before a limit; {@code start} when the first grapheme passes it. The
     * start is taken for a boundary.
     */
    public static int graphemeAtMost(String text, int start, int limit) {
        if (limit >= text.length()) {
            return text.length();
        }
        Matcher graphemes = GRAPHEME.matcher(text).region(start, text.length());
        int end = start;
        while (end < limit && graphemes.lookingAt() && graphemes.end() <= limit) {
            end = graphemes.end();
            graphemes.region(end, text.length());
        }
        return end;
    }
}
