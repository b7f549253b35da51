package dev.scriptorium.memory.markdown.validate;

import dev.scriptorium.memory.markdown.topic.Whitespace;

/** The beginning of a text, short enough for a message. */
final class Excerpt {
    private static final int LENGTH = 60;

    private Excerpt() {}

    static String of(String text) {
        String line = Whitespace.collapse(text.length() > 4 * LENGTH ? text.substring(0, 4 * LENGTH) : text);
        if (line.codePointCount(0, line.length()) <= LENGTH) {
            return '"' + line + '"';
        }
        return '"' + line.substring(0, line.offsetByCodePoints(0, LENGTH)) + "…\"";
    }
}
