package dev.scriptorium.memory.retrieval.analysis;

import java.text.Normalizer;
import java.util.Locale;

/** One spelling for what differs only by case, width or compatibility form. */
public final class CaseFolding {
    /** More marks on one letter than any language writes; beyond it normalisation is slow. */
    private static final int MAX_MARKS = 30;

    private CaseFolding() {}

    /** The text in form NFKC without invisible characters, case kept. */
    public static String normalize(String text) {
        if (isAscii(text)) {
            return text;
        }
        String visible = withoutInvisible(text);
        return Normalizer.isNormalized(visible, Normalizer.Form.NFKC)
                ? visible
                : Normalizer.normalize(visible, Normalizer.Form.NFKC);
    }

    /** The text without case: sharp s is {@code ss}, both Turkish i are one, both small sigmas are one. */
    public static String fold(String normalized) {
        if (isAscii(normalized)) {
            return asciiLowerCase(normalized);
        }
        // Upper case first: it unfolds what lower case leaves alone, such as the sharp s.
        String folded = normalized.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return folded.replace("i\u0307", "i").replace('ς', 'σ');
    }

    private static String asciiLowerCase(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 'A' && c <= 'Z') {
                return text.toLowerCase(Locale.ROOT);
            }
        }
        return text;
    }

    static boolean isAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }

    private static String withoutInvisible(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int marks = 0;
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            int type = Character.getType(c);
            marks = isMark(type) ? marks + 1 : 0;
            if (type == Character.SURROGATE) {
                out.append(' ');
            } else if (type != Character.FORMAT && marks <= MAX_MARKS) {
                out.appendCodePoint(c);
            }
        }
        return out.toString();
    }

    static boolean isMark(int type) {
        return type == Character.NON_SPACING_MARK
                || type == Character.COMBINING_SPACING_MARK
                || type == Character.ENCLOSING_MARK;
    }
}
