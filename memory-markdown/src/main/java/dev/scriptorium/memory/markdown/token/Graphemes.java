package dev.scriptorium.memory.markdown.token;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where text may be cut: between what people see as characters, never inside an emoji, a flag or a letter with its
 * marks.
 *
 * @since 0.1
 */
public final class Graphemes {
    private static final Pattern CLUSTER = Pattern.compile("\\X");

    /** Clusters longer than this exist to hurt; they may be cut between code points. */
    private static final int WINDOW = 128;

    private Graphemes() {}

    /**
     * The last place at or before a limit where the text may be cut. Greater than 0 when the limit is over 128;
     * below that it may be 0, where one character fills all of it.
     *
     * @param text any text
     * @param limit the limit, from 0 to the length of the text
     */
    public static int floor(CharSequence text, int limit) {
        if (limit <= 0 || limit >= text.length()) {
            return Math.max(0, Math.min(limit, text.length()));
        }
        int start = start(text, limit);
        Matcher clusters = CLUSTER.matcher(text).region(start, Math.min(text.length(), limit + WINDOW));
        int cut = start;
        while (clusters.find()) {
            if (clusters.end() > limit) {
                break;
            }
            cut = clusters.end();
        }
        return cut > start || start == 0 || isPlain(text.charAt(start)) ? cut : codePointFloor(text, limit);
    }

    /** The first place after another where the text may be cut, or the end of the text. */
    static int next(CharSequence text, int from) {
        int end = Math.min(text.length(), from + WINDOW);
        Matcher clusters = CLUSTER.matcher(text).region(from, end);
        return codePointFloor(text, clusters.lookingAt() ? clusters.end() : end);
    }

    /** A place before the limit where a cluster surely begins, or as far back as we are willing to look. */
    private static int start(CharSequence text, int limit) {
        int earliest = Math.max(0, limit - WINDOW);
        for (int i = limit; i > earliest; i--) {
            if (isPlain(text.charAt(i)) && isPlain(text.charAt(i - 1))) {
                return i;
            }
        }
        return flagFloor(text, codePointFloor(text, earliest));
    }

    /** Flags are pairs of one kind of character; only the beginning of a run of them tells which belong together. */
    private static int flagFloor(CharSequence text, int at) {
        int indicators = 0;
        for (int i = at; i >= 2 && isRegionalIndicator(Character.codePointBefore(text, i)); i -= 2) {
            indicators++;
        }
        return indicators % 2 == 0 ? at : at - 2;
    }

    private static boolean isRegionalIndicator(int codePoint) {
        return codePoint >= 0x1F1E6 && codePoint <= 0x1F1FF;
    }

    /** Whether nothing of ASCII but a line break joins this character to the one before. */
    private static boolean isPlain(char c) {
        return c >= ' ' && c < 0x7F;
    }

    private static int codePointFloor(CharSequence text, int at) {
        boolean inside = at > 0
                && at < text.length()
                && Character.isLowSurrogate(text.charAt(at))
                && Character.isHighSurrogate(text.charAt(at - 1));
        return inside ? at - 1 : at;
    }
}
