package dev.scriptorium.memory.markdown.source;

/**
 * JSON strings as the format writes them: what is not ASCII stands literally, and only quotes, backslashes and control
 * characters below U+0020 are escaped.
 *
 * @since 0.1
 */
public final class JsonText {
    private static final String HEX = "0123456789abcdef";

    private JsonText() {}

    /** Appends a string with its quotes. */
    public static StringBuilder append(StringBuilder out, CharSequence text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                escape(out, c);
            } else {
                out.append(c);
            }
        }
        return out.append('"');
    }

    /** Appends the escape of one UTF-16 unit. */
    static void escape(StringBuilder out, char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                out.append("\\u");
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(HEX.charAt((c >> shift) & 15));
                }
            }
        }
    }
}
