package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.markdown.topic.Whitespace;

/**
 * Makes words safe to stand in a topic: still the same words, but nothing in them is a heading, a list, a comment, a
 * citation, a link or an id. A backslash is put before a mark only where the mark would mean something.
 */
final class RecordText {
    private RecordText() {}

    /**
     * The words of one citation as they stand in a block.
     *
     * @param first whether they begin the block
     */
    static String of(String words, boolean first) {
        String line = inOneLine(words);
        StringBuilder out = new StringBuilder(line.length() + 8);
        boolean escaped = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (!escaped && (means(line, i) || (first && i == markAt(line)))) {
                out.append('\\');
            }
            escaped = c == '\\' && !escaped;
            out.append(c);
        }
        // A citation follows, and a backslash would take its meaning from it.
        return escaped ? out.append('\\').toString() : out.toString();
    }

    /** One line: runs of line breaks, tabs and the like become a space; what UTF-8 or a topic cannot hold goes. */
    static String inOneLine(String words) {
        StringBuilder out = new StringBuilder(words.length());
        boolean gap = false;
        for (int i = 0; i < words.length(); i++) {
            char c = words.charAt(i);
            if (c == '\0') {
                continue;
            }
            if (c == ' ' || Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                gap = true;
                continue;
            }
            if (gap && out.length() > 0) {
                out.append(' ');
            }
            gap = false;
            out.append(isLone(words, i) ? '\uFFFD' : c);
        }
        return Whitespace.trim(out.toString());
    }

    private static boolean isLone(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c)) {
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        }
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }

    /** Whether a mark means something wherever it stands. */
    private static boolean means(String line, int i) {
        return switch (line.charAt(i)) {
            case '`' -> !isPaired(line);
            case '[' -> line.startsWith("[^", i);
            case '(' -> i > 0 && line.charAt(i - 1) == ']';
            case '<' -> line.startsWith("<!--", i);
            case '^' -> (i == 0 || Whitespace.is(line.charAt(i - 1))) && isId(line, i + 1);
            default -> false;
        };
    }

    private static boolean isId(String line, int from) {
        int at = from;
        while (at < line.length()
                && line.charAt(at) < 0x80
                && (Character.isLetterOrDigit(line.charAt(at)) || line.charAt(at) == '-')) {
            at++;
        }
        return at > from && (at == line.length() || Whitespace.is(line.charAt(at)));
    }

    private static boolean isTagStart(char c) {
        return Character.isLetter(c) || c == '/' || c == '!' || c == '?';
    }

    /** Whether every backtick has its partner, so that no code reaches over the end of the words. */
    private static boolean isPaired(String line) {
        int count = 0;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '`') {
                boolean run = i > 0 && line.charAt(i - 1) == '`';
                boolean escaped = i > 0 && line.charAt(i - 1) == '\\';
                if (run || escaped) {
                    return false;
                }
                count++;
            }
        }
        return count % 2 == 0;
    }

    /** Where the mark stands that would make a line more than prose when it begins a block; -1 when none does. */
    private static int markAt(String line) {
        if (line.isEmpty()) {
            return -1;
        }
        char c = line.charAt(0);
        int at = 0;
        switch (c) {
            case '>' -> {
                return 0;
            }
            case '<' -> {
                return line.length() > 1 && isTagStart(line.charAt(1)) ? 0 : -1;
            }
            case '~' -> {
                return line.startsWith("~~~") ? 0 : -1;
            }
            case '[' -> {
                return line.contains("]:") ? 0 : -1;
            }
            case '#', '-', '*', '+' -> {
                while (at < line.length() && line.charAt(at) == c) {
                    at++;
                }
                boolean alone = at == line.length() || line.charAt(at) == ' ';
                return alone && at <= (c == '#' ? 6 : 1) ? 0 : -1;
            }
            default -> {}
        }
        while (at < line.length() && at < 10 && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
            at++;
        }
        boolean list = at > 0 && at < line.length() && (line.charAt(at) == '.' || line.charAt(at) == ')');
        return list && (at + 1 == line.length() || line.charAt(at + 1) == ' ') ? at : -1;
    }
}
