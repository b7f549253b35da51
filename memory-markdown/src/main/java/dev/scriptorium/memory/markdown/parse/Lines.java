package dev.scriptorium.memory.markdown.parse;

import java.util.ArrayList;
import java.util.List;

/** Splits text at LF, CRLF and CR, and at nothing else. */
final class Lines {
    private Lines() {}

    /** The lines without their ends; a text that ends in a line end has an empty last line. */
    static List<String> split(String text) {
        List<String> lines = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r') {
                lines.add(text.substring(from, i));
                if (c == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
                    i++;
                }
                from = i + 1;
            }
        }
        lines.add(text.substring(from));
        return lines;
    }
}
