package dev.scriptorium.memory.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Text as a terminal shows it: wrapped by columns, with nothing in it that a terminal would obey. */
final class TextLayout {
    private TextLayout() {}

    /** The text with controls, direction marks and other unseen characters spelled out; line ends and tabs stay. */
    static String visible(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.replace("\r\n", "\n").codePoints().forEach(c -> {
            if (c == '\n' || c == '\t' || !isHidden(c)) {
                out.appendCodePoint(c);
            } else {
                out.append(String.format(Locale.ROOT, "<U+%04X>", c));
            }
        });
        return out.toString();
    }

    private static boolean isHidden(int c) {
        boolean joiner = c == 0x200C || c == 0x200D;
        boolean tag = c >= 0xE0000 && c <= 0xE007F;
        return Character.isISOControl(c)
                || c == 0x2028
                || c == 0x2029
                || tag
                || (Character.getType(c) == Character.FORMAT && !joiner)
                || Character.getType(c) == Character.SURROGATE;
    }

    /** The text on one line, cut to so many columns. */
    static String oneLine(String text, int width) {
        String line = visible(text.strip().replaceAll("\\s+", " "));
        if (columns(line) <= width) {
            return line;
        }
        StringBuilder out = new StringBuilder();
        int used = 1;
        for (int i = 0; i < line.length(); i += Character.charCount(line.codePointAt(i))) {
            used += columns(line.codePointAt(i));
            if (used > width) {
                break;
            }
            out.appendCodePoint(line.codePointAt(i));
        }
        return out.append('…').toString();
    }

    /** The text wrapped to a width, every line behind the indent. */
    static String wrap(String text, int width, String indent) {
        List<String> lines = new ArrayList<>();
        for (String paragraph : visible(text).strip().split("\n", -1)) {
            wrap(paragraph, Math.max(20, width - columns(indent)), lines);
        }
        StringBuilder out = new StringBuilder();
        for (String line : lines) {
            out.append(line.isEmpty() ? "" : indent).append(line).append('\n');
        }
        return out.toString();
    }

    private static void wrap(String paragraph, int width, List<String> lines) {
        int start = 0;
        int breakAt = -1;
        int used = 0;
        int i = 0;
        while (i < paragraph.length()) {
            int c = paragraph.codePointAt(i);
            if (used + columns(c) > width && i > start) {
                // At the last gap; within a long word only where there is none.
                int end = breakAt > start ? breakAt : i;
                lines.add(paragraph.substring(start, end).stripTrailing());
                start = end;
                while (start < paragraph.length() && paragraph.charAt(start) == ' ') {
                    start++;
                }
                i = start;
                used = 0;
                breakAt = -1;
                continue;
            }
            used += columns(c);
            i += Character.charCount(c);
            if (c == ' ' || c == '-' || columns(c) == 2) {
                breakAt = i;
            }
        }
        lines.add(paragraph.substring(start));
    }

    /** How many columns a text takes. */
    static int columns(String text) {
        return text.codePoints().map(TextLayout::columns).sum();
    }

    private static int columns(int c) {
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        boolean wide = (c >= 0x1100 && c <= 0x115F)
                || (c >= 0x2E80 && c <= 0xA4CF)
                || (c >= 0xAC00 && c <= 0xD7A3)
                || (c >= 0xF900 && c <= 0xFAFF)
                || (c >= 0xFE30 && c <= 0xFE6F)
                || (c >= 0xFF00 && c <= 0xFF60)
                || (c >= 0x1F300 && c <= 0x1FAFF)
                || (c >= 0x20000 && c <= 0x3FFFD);
        return wide ? 2 : 1;
    }
}
