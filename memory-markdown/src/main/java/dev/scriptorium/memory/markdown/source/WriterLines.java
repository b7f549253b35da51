package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;

/**
 * The lines in which a writer is given what was said: one JSON object on one line, whatever the words hold, with
 * nothing in it that cannot be seen (D42).
 *
 * @since 0.1
 */
public final class WriterLines {
    private static final char ZERO_WIDTH_NON_JOINER = '\u200C';
    private static final char ZERO_WIDTH_JOINER = '\u200D';

    private WriterLines() {}

    /** The line of an archived turn, without a line feed. */
    public static String line(SourceFrame frame) {
        return line(frame.ref(), frame.label(), frame.content());
    }

    /**
     * A line, without a line feed.
     *
     * @param ref the turn
     * @param speaker the speaker's label
     * @param content the words, or a piece of them (D40)
     */
    public static String line(SourceRef ref, String speaker, String content) {
        StringBuilder out = new StringBuilder(content.length() + 128);
        append(out.append("{\"ref\":"), ref.value());
        append(out.append(",\"speaker\":"), speaker);
        append(out.append(",\"content\":"), content);
        return out.append('}').toString();
    }

    /** A text as a JSON string, quotes included, on one line and with nothing in it that cannot be seen. */
    public static String quoted(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        append(out, text);
        return out.toString();
    }

    private static void append(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            int length = Character.charCount(c);
            if (Character.getType(c) == Character.SURROGATE) {
                out.append('\uFFFD');
            } else if (isEscaped(text, i, c)) {
                for (int unit = i; unit < i + length; unit++) {
                    JsonText.escape(out, text.charAt(unit));
                }
            } else {
                out.appendCodePoint(c);
            }
            i += length;
        }
        out.append('"');
    }

    private static boolean isEscaped(String text, int at, int c) {
        if (c < 0x80) {
            return c < ' ' || c == '"' || c == '\\' || c == 0x7F;
        }
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.FORMAT -> !isJoining(text, at, c);
            default -> false;
        };
    }

    /**
     * Whether a joiner does its work: it stands alone between two characters of one word or one emoji. Between ASCII
     * characters, which never join, and in a run it can only hide something.
     */
    private static boolean isJoining(String text, int at, int c) {
        if ((c != ZERO_WIDTH_JOINER && c != ZERO_WIDTH_NON_JOINER) || at == 0 || at + 1 >= text.length()) {
            return false;
        }
        int before = text.codePointBefore(at);
        int after = text.codePointAt(at + 1);
        return joins(before) && joins(after) && (before >= 0x80 || after >= 0x80);
    }

    private static boolean joins(int c) {
        return Character.isLetter(c)
                || switch (Character.getType(c)) {
                    case Character.NON_SPACING_MARK,
                            Character.COMBINING_SPACING_MARK,
                            Character.ENCLOSING_MARK,
                            Character.OTHER_SYMBOL,
                            Character.MATH_SYMBOL,
                            Character.MODIFIER_SYMBOL -> true;
                    default -> false;
                };
    }
}
