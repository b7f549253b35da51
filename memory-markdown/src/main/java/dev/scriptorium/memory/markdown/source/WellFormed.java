package dev.scriptorium.memory.markdown.source;

/**
 * Text that UTF-8 can hold (D18): every lone surrogate replaced by U+FFFD.
 *
 * @param text the text, well-formed
 * @param replaced how many surrogates were replaced
 */
record WellFormed(String text, int replaced) {

    static WellFormed of(String text) {
        int at = firstLone(text);
        if (at < 0) {
            return new WellFormed(text, 0);
        }
        StringBuilder out = new StringBuilder(text);
        int replaced = 0;
        for (int i = at; i < out.length(); i++) {
            char c = out.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < out.length() && Character.isLowSurrogate(out.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                out.setCharAt(i, '\uFFFD');
                replaced++;
            }
        }
        return new WellFormed(out.toString(), replaced);
    }

    private static int firstLone(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return i;
            }
        }
        return -1;
    }
}
