package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Changes to the lines of a text, gathered first and made in one go, so that line numbers keep their meaning. What is
 * inserted gets one blank line around each of its paragraphs; spacing elsewhere is left alone.
 */
final class LineEdits {
    private final List<String> lines;
    private final Map<Integer, List<String>> replaced = new HashMap<>();
    private final Map<Integer, Integer> replacedEnd = new HashMap<>();
    private final TreeMap<Integer, List<String>> inserted = new TreeMap<>();

    LineEdits(List<String> lines) {
        this.lines = lines;
    }

    /** Puts other lines in the place of some. */
    void replace(int from, int end, List<String> other) {
        replaced.put(from, List.copyOf(other));
        replacedEnd.put(from, end);
    }

    /** Takes lines out, and the blank ones before them. */
    void remove(int from, int end) {
        replace(from, end, List.of());
    }

    /** Puts paragraphs before a line; after what was inserted there already. */
    void insert(int before, List<String> paragraphs) {
        if (!paragraphs.isEmpty()) {
            inserted.computeIfAbsent(before, line -> new ArrayList<>()).addAll(paragraphs);
        }
    }

    /** The text with all changes, with one line end at its end. */
    String text() {
        List<String> out = new ArrayList<>();
        int at = 0;
        while (at <= lines.size()) {
            boolean fresh = inserted.containsKey(at);
            for (String paragraph : inserted.getOrDefault(at, List.of())) {
                dropBlanks(out);
                if (!out.isEmpty()) {
                    out.add("");
                }
                out.add(paragraph);
            }
            if (at == lines.size()) {
                break;
            }
            if (fresh && !Whitespace.isBlank(lines.get(at))) {
                out.add("");
            }
            List<String> other = replaced.get(at);
            if (other == null) {
                out.add(lines.get(at++));
            } else {
                if (other.isEmpty()) {
                    dropBlanks(out);
                }
                out.addAll(other);
                at = replacedEnd.getOrDefault(at, at + 1);
            }
        }
        dropBlanks(out);
        return out.isEmpty() ? "" : String.join("\n", out) + "\n";
    }

    private static void dropBlanks(List<String> out) {
        while (!out.isEmpty() && Whitespace.isBlank(out.get(out.size() - 1))) {
            out.remove(out.size() - 1);
        }
    }
}
