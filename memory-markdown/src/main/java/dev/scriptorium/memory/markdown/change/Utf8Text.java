package dev.scriptorium.memory.markdown.change;

/** Text as UTF-8 holds it. */
final class Utf8Text {
    private Utf8Text() {}

    /** How many bytes a text has. */
    static long length(String text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            // A surrogate pair is four bytes, two for each half.
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }

    /** The text with U+FFFD in place of every lone surrogate, as archives hold it (D18). */
    static String wellFormed(String text) {
        StringBuilder out = null;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                out = out == null ? new StringBuilder(text) : out;
                out.setCharAt(i, '\uFFFD');
            }
        }
        return out == null ? text : out.toString();
    }
}
