package dev.scriptorium.memory.markdown.topic;

/**
 * White space as the format means it: every Unicode space, including the no-break and ideographic ones, and the
 * separators U+001C to U+001F and U+0085.
 *
 * @since 0.1
 */
public final class Whitespace {
    private Whitespace() {}

    /** Whether a character is white space. */
    public static boolean is(char c) {
        if (c < 0x80) {
            return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
        }
        return c == 0x85 || Character.isSpaceChar(c);
    }

    /** Whether there is nothing but white space. */
    public static boolean isBlank(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (!is(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** The text without white space at either end. */
    public static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && is(text.charAt(start))) {
            start++;
        }
        while (end > start && is(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** The text without white space at its end. */
    public static String trimEnd(String text) {
        int end = text.length();
        while (end > 0 && is(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(0, end);
    }

    /** The text trimmed, with every run of white space replaced by one space. */
    public static String collapse(String text) {
        StringBuilder out = new StringBuilder(text.length());
        boolean gap = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (is(c)) {
                gap = out.length() > 0;
            } else {
                if (gap) {
                    out.append(' ');
                    gap = false;
                }
                out.append(c);
            }
        }
        return out.toString();
    }
}
