package dev.scriptorium.memory.markdown.parse;

/** An open code fence, by the rules of CommonMark, inside lists and quotes too. */
record Fence(char mark, int length, int quotes, int column) {

    /** The fence that a line opens, given its containers; null when it opens none. */
    static @org.jspecify.annotations.Nullable Fence opening(String line, Containers at) {
        if (at.contentIndent() > 3) {
            return null;
        }
        int from = at.contentAt();
        int end = run(line, from);
        if (end - from < 3) {
            return null;
        }
        char mark = line.charAt(from);
        if (mark == '`' && line.indexOf('`', end) >= 0) {
            return null;
        }
        return new Fence(mark, end - from, at.quotes(), at.column());
    }

    private static int run(String line, int from) {
        if (from >= line.length() || (line.charAt(from) != '`' && line.charAt(from) != '~')) {
            return from;
        }
        int end = from;
        while (end < line.length() && line.charAt(end) == line.charAt(from)) {
            end++;
        }
        return end;
    }

    /** What a line is to an open fence. */
    enum Inside {
        CODE,
        CLOSING,
        OUTSIDE
    }

    /** Whether a line belongs to the code, closes it, or has left the container that the code stands in. */
    Inside look(String line) {
        int at = 0;
        for (int i = 0; i < quotes; i++) {
            int mark = at;
            while (mark < line.length() && line.charAt(mark) == ' ' && mark - at < 4) {
                mark++;
            }
            if (mark >= line.length() || line.charAt(mark) != '>') {
                return Inside.OUTSIDE;
            }
            at = mark + 1;
            if (at < line.length() && line.charAt(at) == ' ') {
                at++;
            }
        }
        int indent = 0;
        int from = at;
        while (from < line.length() && (line.charAt(from) == ' ' || line.charAt(from) == '\t')) {
            indent += line.charAt(from) == '\t' ? 4 : 1;
            from++;
        }
        if (from == line.length()) {
            return Inside.CODE;
        }
        if (quotes == 0 && indent < column) {
            return Inside.OUTSIDE;
        }
        int relative = quotes == 0 ? indent - column : indent;
        if (relative > 3 || line.charAt(from) != mark) {
            return Inside.CODE;
        }
        int end = run(line, from);
        return end - from >= length && line.substring(end).isBlank() ? Inside.CLOSING : Inside.CODE;
    }
}
