package dev.scriptorium.memory.markdown.parse;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds what is code or escaped inside a block, by the rules of CommonMark: a code span ends at the next run of
 * backticks of the same length, a backslash takes the meaning from a punctuation character. A span never reaches over
 * the start of a list item or a table row, which are blocks of their own.
 */
final class CodeSpans {
    private static final String PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

    private CodeSpans() {}

    /** The offsets whose characters have no meaning of ours. */
    static BitSet opaque(String raw) {
        BitSet opaque = new BitSet();
        if (raw.indexOf('`') < 0 && raw.indexOf('\\') < 0) {
            return opaque;
        }
        int from = 0;
        int line = raw.indexOf('\n');
        while (line >= 0) {
            if (startsSegment(raw, line + 1)) {
                mark(raw, from, line, opaque);
                from = line + 1;
            }
            line = raw.indexOf('\n', line + 1);
        }
        mark(raw, from, raw.length(), opaque);
        return opaque;
    }

    private static boolean startsSegment(String raw, int at) {
        int i = at;
        while (i < raw.length() && (raw.charAt(i) == ' ' || raw.charAt(i) == '\t' || raw.charAt(i) == '>')) {
            i++;
        }
        if (i >= raw.length() || raw.charAt(i) == '\n') {
            return true;
        }
        if (raw.charAt(i) == '|') {
            return true;
        }
        int end = raw.indexOf('\n', i);
        String line = raw.substring(i, end < 0 ? raw.length() : end);
        return Containers.markerLength(line, 0) > 0;
    }

    private static void mark(String raw, int from, int to, BitSet opaque) {
        Map<Integer, Deque<Integer>> runs = runs(raw, from, to);
        int i = from;
        while (i < to) {
            char c = raw.charAt(i);
            if (c == '\\' && i + 1 < to && PUNCTUATION.indexOf(raw.charAt(i + 1)) >= 0) {
                opaque.set(i, i + 2);
                i += 2;
            } else if (c == '`') {
                int end = runEnd(raw, i, to);
                int close = closing(runs, end - i, end);
                if (close < 0) {
                    i = end;
                } else {
                    opaque.set(i, close + end - i);
                    i = close + end - i;
                }
            } else {
                i++;
            }
        }
    }

    private static Map<Integer, Deque<Integer>> runs(String raw, int from, int to) {
        Map<Integer, Deque<Integer>> runs = new HashMap<>();
        for (int i = from; i < to; i++) {
            if (raw.charAt(i) == '`') {
                int end = runEnd(raw, i, to);
                runs.computeIfAbsent(end - i, length -> new ArrayDeque<>()).addLast(i);
                i = end;
            }
        }
        return runs;
    }

    private static int closing(Map<Integer, Deque<Integer>> runs, int length, int after) {
        Deque<Integer> starts = runs.get(length);
        if (starts == null) {
            return -1;
        }
        while (!starts.isEmpty() && starts.peekFirst() < after) {
            starts.pollFirst();
        }
        return starts.isEmpty() ? -1 : starts.peekFirst();
    }

    private static int runEnd(String raw, int at, int to) {
        int end = at;
        while (end < to && raw.charAt(end) == '`') {
            end++;
        }
        return end;
    }
}
