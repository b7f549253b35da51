package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.BitSet;

/** Stretches of a text that are not the speaker's own flow of words: quotations, inline code, addresses. */
final class Quotations {
    /** A quotation that has not ended by then was none. */
    private static final int LONGEST = 400;

    private static final String OPENING = "\u201C\u300C\u300E\u00AB\u300A";
    private static final String CLOSING = "\u201D\u300D\u300F\u00BB\u300B";

    /** Opens what the German way of quoting closes with a mark that elsewhere opens. */
    private static final char LOW = '\u201E';

    private Quotations() {}

    /** The offsets at which no sentence may end: inside quotations, inline code and addresses. */
    static BitSet insides(String text) {
        BitSet insides = new BitSet(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = spanEnd(text, at);
            if (end > at) {
                insides.set(at + 1, end);
                at = end;
            } else {
                at++;
            }
        }
        return insides;
    }

    /** The offset after the quotation, code or address that begins at a place; the place itself when none does. */
    private static int spanEnd(String text, int at) {
        char c = text.charAt(at);
        int limit = Math.min(text.length(), at + LONGEST);
        int end = -1;
        if (c == '"' || c == '`') {
            end = indexBefore(text, c, at + 1, limit);
        } else if (c == LOW) {
            int close = indexBefore(text, '\u201C', at + 1, limit);
            end = close >= 0 ? close : indexBefore(text, '\u201D', at + 1, limit);
        } else if (OPENING.indexOf(c) >= 0) {
            end = indexBefore(text, CLOSING.charAt(OPENING.indexOf(c)), at + 1, limit);
        } else if (c == 'h' && (text.startsWith("http://", at) || text.startsWith("https://", at))) {
            end = at;
            while (end + 1 < text.length() && !Whitespace.is(text.charAt(end + 1))) {
                end++;
            }
            while (end > at && ".,;!?".indexOf(text.charAt(end)) >= 0) {
                end--;
            }
        }
        return end < 0 ? at : end + 1;
    }

    private static int indexBefore(String text, char wanted, int from, int limit) {
        for (int i = from; i < limit; i++) {
            if (text.charAt(i) == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** Whether a quotation is open after a text, given whether one was open before it. */
    static boolean openAfter(String text, boolean before) {
        boolean open = before;
        boolean low = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                open = !open;
            } else if (c == LOW) {
                open = true;
                low = true;
            } else if (low && c == '\u201C') {
                open = false;
                low = false;
            } else if (OPENING.indexOf(c) >= 0) {
                open = true;
            } else if (CLOSING.indexOf(c) >= 0) {
                open = false;
            }
        }
        return open;
    }

    /** Whether a quotation ends there and the sentence around it goes on without a space, or ends with it. */
    static boolean goesOnAt(String text, int cut) {
        return cut < text.length()
                && (CLOSING.indexOf(text.charAt(cut)) >= 0
                        || (CLOSING.indexOf(text.charAt(cut - 1)) >= 0 && !Whitespace.is(text.charAt(cut))));
    }

    /** The text with quotations and inline code blanked; what follows a mark that is never closed goes too. */
    static String blanked(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int at = 0;
        while (at < text.length()) {
            int end = spanEnd(text, at);
            if (end > at) {
                out.append(' ');
                at = end;
            } else if ("\"`\u201C\u201E\u201A\u2018\u300C\u300E\u00AB".indexOf(text.charAt(at)) >= 0
                    || isSingleQuote(text, at)) {
                return out.toString();
            } else {
                out.append(text.charAt(at++));
            }
        }
        return out.toString();
    }

    /** Whether an apostrophe stands where a quotation begins. */
    private static boolean isSingleQuote(String text, int at) {
        boolean begins = at == 0 || text.charAt(at - 1) == ' ' || text.charAt(at - 1) == ':';
        return text.charAt(at) == '\'' && begins && at + 1 < text.length() && Character.isLetter(text.charAt(at + 1));
    }
}
