package dev.scriptorium.memory.api.ref;

/**
 * Which characters an id may have so that it can stand in an archive's comment lines and in a link.
 *
 * @since 0.1
 */
public final class SafeText {
    private SafeText() {}

    /** Whether every character is printable and none of {@code [ ] < >}. */
    public static boolean isSafe(String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!isPrintable(c) || c == '[' || c == ']' || c == '<' || c == '>') {
                return false;
            }
            i += Character.charCount(c);
        }
        return true;
    }

    /** Whether a character is printable: no control, format, surrogate, unassigned, and no separator but the space. */
    public static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> codePoint == ' ';
            default -> true;
        };
    }
}
