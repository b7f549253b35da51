package dev.scriptorium.memory.retrieval.internal.lucene;

import dev.scriptorium.memory.retrieval.analysis.CaseFolding;

/** Speakers' names and ids as a filter compares them. */
final class Names {
    /** An archive cuts labels here. */
    private static final int MAX = 64;

    private Names() {}

    /**
     * One spelling for what the archive may have written of a name: without case, width and invisible characters, white
     * space collapsed, square brackets round.
     */
    static String fold(String name) {
        String folded = CaseFolding.fold(CaseFolding.normalize(name));
        StringBuilder out = new StringBuilder(folded.length());
        boolean space = false;
        int c;
        for (int i = 0; i < folded.length() && out.length() < MAX; i += Character.charCount(c)) {
            c = folded.codePointAt(i);
            if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                space = out.length() > 0;
            } else if (!Character.isISOControl(c)) {
                if (space) {
                    out.append(' ');
                    space = false;
                }
                out.appendCodePoint(c == '[' ? '(' : c == ']' ? ')' : c);
            }
        }
        return out.toString();
    }
}
