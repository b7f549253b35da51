package dev.scriptorium.memory.markdown.parse;

import java.util.Arrays;

/**
 * The lists and quotes that are open at a line, as far as fenced code needs to know them: how many quotes, and the
 * columns at which the content of the open list items begins.
 */
final class Containers {
    private static final int TAB = 4;

    private int[] columns = new int[8];
    private int depth;

    // What the last call of enter() found.
    private int quotes;
    private int contentAt;
    private int contentIndent;
    private boolean marker;

    /** Reads the container markers of a line that is not inside code. */
    void enter(String line) {
        quotes = 0;
        marker = false;
        int at = 0;
        int column = 0;
        int base = 0;
        boolean first = true;
        while (true) {
            int start = at;
            int startColumn = column;
            while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
                column += line.charAt(at) == '\t' ? TAB - column % TAB : 1;
                at++;
            }
            if (at == line.length()) {
                contentAt = at;
                contentIndent = 0;
                return;
            }
            if (first) {
                while (depth > 0 && columns[depth - 1] > column) {
                    depth--;
                }
                base = depth == 0 ? 0 : columns[depth - 1];
                first = false;
            }
            contentIndent = column - base;
            contentAt = at;
            if (contentIndent > 3) {
                return;
            }
            char c = line.charAt(at);
            if (c == '>') {
                quotes++;
                at++;
                column++;
                if (at < line.length() && line.charAt(at) == ' ') {
                    at++;
                    column++;
                }
                base = column;
                continue;
            }
            int length = markerLength(line, at);
            if (length == 0) {
                return;
            }
            marker = true;
            at += length;
            column += length;
            int spaces = 0;
            int look = at;
            while (look < line.length() && line.charAt(look) == ' ') {
                spaces++;
                look++;
            }
            int content = spaces >= 1 && spaces <= 4 && look < line.length() ? column + spaces : column + 1;
            push(content);
            base = content;
            if (at <= start && column <= startColumn) {
                return;
            }
        }
    }

    /** Length of a list marker at a place, without the space after it; 0 when there is none. */
    static int markerLength(String line, int at) {
        char c = line.charAt(at);
        int end = at;
        if (c == '-' || c == '*' || c == '+') {
            end = at + 1;
        } else {
            while (end < line.length() && end - at < 9 && line.charAt(end) >= '0' && line.charAt(end) <= '9') {
                end++;
            }
            if (end == at || end == line.length() || (line.charAt(end) != '.' && line.charAt(end) != ')')) {
                return 0;
            }
            end++;
        }
        return end == line.length() || line.charAt(end) == ' ' || line.charAt(end) == '\t' ? end - at : 0;
    }

    private void push(int column) {
        if (depth == columns.length) {
            columns = Arrays.copyOf(columns, depth * 2);
        }
        columns[depth++] = column;
    }

    /** Forgets the open lists, as an unindented line after a blank one does. */
    void leave() {
        depth = 0;
    }

    /** How many quotes the line is in. */
    int quotes() {
        return quotes;
    }

    /** Where the line's content begins. */
    int contentAt() {
        return contentAt;
    }

    /** How far the content is indented within its container. */
    int contentIndent() {
        return contentIndent;
    }

    /** Whether the line begins a list item. */
    boolean marker() {
        return marker;
    }

    /** The column at which the content of the innermost list item begins; 0 outside lists. */
    int column() {
        return depth == 0 ? 0 : columns[depth - 1];
    }

    /** How many containers are open. */
    int nesting() {
        return depth + quotes;
    }
}
