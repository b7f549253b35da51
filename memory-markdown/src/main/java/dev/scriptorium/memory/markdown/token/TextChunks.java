package dev.scriptorium.memory.markdown.token;

/**
 * Cuts long text into chunks of at most 4 KiB, always in the same places: before the space after a word, where the
 * tokeniser cuts too; else before white space; else between characters.
 */
final class TextChunks {
    static final int MAX_BYTES = 4096;

    private TextChunks() {}

    /** Length in UTF-8; a lone surrogate counts as the three bytes of its replacement. */
    static long bytes(CharSequence text) {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += bytesAt(text, i);
        }
        return bytes;
    }

    /** Bytes that a UTF-16 unit adds; a pair adds four with its first. */
    private static int bytesAt(CharSequence text, int at) {
        char c = text.charAt(at);
        if (c < 0x80) {
            return 1;
        }
        if (c < 0x800) {
            return 2;
        }
        if (Character.isHighSurrogate(c) && at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))) {
            return 4;
        }
        boolean second = Character.isLowSurrogate(c) && at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
        return second ? 0 : 3;
    }

    /** The end of the chunk that begins at a place. */
    static int end(CharSequence text, int from) {
        return end(text, from, MAX_BYTES);
    }

    /** The end of the chunk of at most so many bytes that begins at a place; at least one visible character. */
    static int end(CharSequence text, int from, int maxBytes) {
        int bytes = 0;
        int word = -1;
        int space = -1;
        int at = from;
        while (at < text.length()) {
            bytes += bytesAt(text, at);
            if (bytes > maxBytes) {
                break;
            }
            if (at > from && isSpace(text.charAt(at)) && !isSpace(text.charAt(at - 1))) {
                space = at;
                if (text.charAt(at) == ' ' && Character.isLetterOrDigit(text.charAt(at - 1))) {
                    word = at;
                }
            }
            at++;
        }
        if (at == text.length()) {
            return at;
        }
        if (word > 0) {
            return word;
        }
        return space > 0 ? space : between(text, from, at);
    }

    private static int between(CharSequence text, int from, int limit) {
        int cut = Graphemes.floor(text, limit);
        // What people see as one character may be longer than the chunk.
        return cut > from ? cut : Math.max(limit, Graphemes.next(text, from));
    }

    private static boolean isSpace(char c) {
        return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || Character.isSpaceChar(c);
    }
}
