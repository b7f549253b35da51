package dev.scriptorium.memory.api.ref;

import java.io.Serializable;
import java.util.Comparator;

/**
 * The order of workspace paths: component by component, by code point. So {@code a/b.md} comes before {@code a.md},
 * and a supplementary character after every other.
 *
 * @since 0.1
 */
public enum PathOrder implements Comparator<String>, Serializable {
    /** The only instance. */
    BY_COMPONENT;

    @Override
    public int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            int x = a.codePointAt(i);
            int y = b.codePointAt(j);
            if (x != y) {
                // A component that ends here is a prefix of the other one, and a prefix sorts first.
                if (x == '/') {
                    return -1;
                }
                return y == '/' ? 1 : Integer.compare(x, y);
            }
            i += Character.charCount(x);
            j += Character.charCount(y);
        }
        return Integer.compare(a.length() - i, b.length() - j);
    }
}
