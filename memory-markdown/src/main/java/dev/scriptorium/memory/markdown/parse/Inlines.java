package dev.scriptorium.memory.markdown.parse;

import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Link;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * The inside of one block: its citations, ids and links, outside code and escapes. One pass each, no recursion, linear
 * in the block.
 */
final class Inlines {
    private final String raw;
    private final BitSet opaque;
    private final List<CitationGroup> groups = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private int idsStart;

    private Inlines(String raw) {
        this.raw = raw;
        this.opaque = CodeSpans.opaque(raw);
        readIds();
        readCitations();
        readLinks();
    }

    static Inlines read(String raw) {
        return new Inlines(raw);
    }

    List<CitationGroup> groups() {
        return groups;
    }

    List<String> ids() {
        return ids;
    }

    int idsStart() {
        return idsStart;
    }

    List<Link> links() {
        return links;
    }

    private void readIds() {
        int end = raw.length();
        idsStart = end;
        while (true) {
            int tokenEnd = end;
            while (tokenEnd > 0 && Whitespace.is(raw.charAt(tokenEnd - 1))) {
                tokenEnd--;
            }
            int token = tokenEnd;
            while (token > 0 && isIdCharacter(raw.charAt(token - 1))) {
                token--;
            }
            boolean id = token < tokenEnd
                    && token > 0
                    && raw.charAt(token - 1) == '^'
                    && !opaque.get(token - 1)
                    && (token == 1 || Whitespace.is(raw.charAt(token - 2)));
            if (!id) {
                Collections.reverse(ids);
                return;
            }
            ids.add(raw.substring(token, tokenEnd));
            int start = token - 1;
            while (start > 0 && Whitespace.is(raw.charAt(start - 1))) {
                start--;
            }
            idsStart = start;
            end = start;
        }
    }

    private void readCitations() {
        int from = 0;
        int at = raw.indexOf("[^");
        List<String> labels = new ArrayList<>();
        int start = 0;
        int end = 0;
        while (at >= 0 && at < idsStart) {
            int close = citationEnd(raw, at);
            if (close < 0 || opaque.get(at)) {
                at = raw.indexOf("[^", at + 2);
                continue;
            }
            if (!labels.isEmpty() && !Whitespace.isBlank(raw.substring(end, at))) {
                groups.add(group(from, start, end, labels));
                from = end;
                labels.clear();
            }
            if (labels.isEmpty()) {
                start = at;
            }
            labels.add(raw.substring(at + 2, close - 1));
            end = close;
            at = raw.indexOf("[^", close);
        }
        if (!labels.isEmpty()) {
            groups.add(group(from, start, end, labels));
        }
    }

    private CitationGroup group(int from, int start, int end, List<String> labels) {
        return new CitationGroup(start, end, labels, Whitespace.trim(raw.substring(from, start)));
    }

    /** The offset after the citation that begins at a place; -1 when none does. */
    static int citationEnd(String text, int at) {
        if (!text.startsWith("[^", at)) {
            return -1;
        }
        int i = at + 2;
        while (i < text.length() && isLabelCharacter(text.charAt(i))) {
            i++;
        }
        return i > at + 2 && i < text.length() && text.charAt(i) == ']' ? i + 1 : -1;
    }

    private void readLinks() {
        int open = -1;
        int i = 0;
        // Where no link can end any more; looked for once, so that no input makes this slow.
        int last = raw.lastIndexOf(')', idsStart);
        while (i < last) {
            char c = raw.charAt(i);
            if (opaque.get(i)) {
                i++;
                continue;
            }
            if (c == '[') {
                int citation = citationEnd(raw, i);
                if (citation > 0) {
                    i = citation;
                    continue;
                }
                open = open < 0 ? i : open;
            } else if (c == ']') {
                int end = open >= 0 && open + 1 < i && i + 1 < raw.length() && raw.charAt(i + 1) == '('
                        ? raw.indexOf(')', i + 2)
                        : -1;
                if (end > i + 2 && end <= last) {
                    links.add(new Link(open, i + 2, end, raw.substring(open + 1, i), raw.substring(i + 2, end)));
                    i = end;
                }
                open = -1;
            }
            i++;
        }
    }

    static boolean isIdCharacter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    }

    private static boolean isLabelCharacter(char c) {
        return isIdCharacter(c) || c == '_';
    }
}
