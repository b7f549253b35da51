package dev.scriptorium.memory.markdown.view;

import java.util.Comparator;

/** Plain strings by code point; Java's own order puts supplementary characters before some others. */
final class CodePointOrder {
    static final Comparator<String> INSTANCE = CodePointOrder::compare;

    private CodePointOrder() {}

    private static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char x = a.charAt(i);
            char y = b.charAt(i);
            if (x != y) {
                boolean pairs = Character.isSurrogate(x) != Character.isSurrogate(y);
                return pairs ? (Character.isSurrogate(x) ? 1 : -1) : Character.compare(x, y);
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
