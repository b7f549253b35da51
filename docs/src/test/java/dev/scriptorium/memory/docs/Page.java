package dev.scriptorium.memory.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Markdown page, as far as the tests look into it.
 *
 * @param path from the root of the project
 * @param lines its lines
 */
record Page(Path path, List<String> lines) {
    private static final Pattern LINK =
            Pattern.compile("!?\\[[^\\]]*\\]\\(\\s*<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\s*\\)");
    private static final Pattern CODE_SPAN = Pattern.compile("(`+)(?!`).*?(?<!`)\\1(?!`)");
    private static final Pattern HEADING = Pattern.compile("#{1,6}\\s+(.*?)\\s*#*\\s*");

    Page {
        lines = List.copyOf(lines);
    }

    static Page of(Path path) {
        return new Page(path, Arrays.asList(Project.read(path).split("\n", -1)));
    }

    /** A fenced block: its language, the line it begins on, counted from 1, and its text. */
    record Code(String language, int line, String text) {}

    /** A link: where it leads, and the line it stands on, counted from 1. */
    record Link(String target, int line) {}

    /** The fenced blocks. */
    List<Code> code() {
        List<Code> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("```")) {
                int end = i + 1;
                while (!lines.get(end).equals("```")) {
                    end++;
                }
                String text = String.join("\n", lines.subList(i + 1, end)) + "\n";
                found.add(new Code(lines.get(i).substring(3).strip(), i + 1, text));
                i = end;
            }
        }
        return found;
    }

    /** The lines outside fenced blocks, each under its number, counted from 1. */
    private Map<Integer, String> prose() {
        Map<Integer, String> prose = new LinkedHashMap<>();
        boolean fenced = false;
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith("```")) {
                fenced = !fenced;
            } else if (!fenced) {
                prose.put(i + 1, lines.get(i));
            }
        }
        return prose;
    }

    /** The links outside code. */
    List<Link> links() {
        List<Link> found = new ArrayList<>();
        prose().forEach((number, line) -> {
            Matcher link = LINK.matcher(CODE_SPAN.matcher(line).replaceAll("code"));
            while (link.find()) {
                found.add(new Link(link.group(1), number));
            }
        });
        return found;
    }

    /** The anchors that its headings have on common forges. */
    List<String> anchors() {
        List<String> anchors = new ArrayList<>();
        headings().forEach(heading -> {
            String anchor = heading.toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            String unique = anchor;
            for (int number = 1; anchors.contains(unique); number++) {
                unique = anchor + "-" + number;
            }
            anchors.add(unique);
        });
        return anchors;
    }

    /** The texts of its headings, marks of code left out. */
    List<String> headings() {
        List<String> headings = new ArrayList<>();
        prose().values().forEach(line -> {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                headings.add(heading.group(1).replace("`", ""));
            }
        });
        return headings;
    }

    /** The rows of the table below a heading, marks of code left out; the rows of its head are not among them. */
    List<List<String>> table(String heading) {
        List<List<String>> rows = new ArrayList<>();
        boolean here = false;
        for (String line : prose().values()) {
            Matcher found = HEADING.matcher(line);
            if (found.matches()) {
                here = found.group(1).replace("`", "").equals(heading);
            } else if (here && line.startsWith("|")) {
                rows.add(cells(line));
            }
        }
        if (rows.size() < 3) {
            throw new AssertionError(path + " has no table below the heading \"" + heading + "\"");
        }
        return rows.subList(2, rows.size());
    }

    private static List<String> cells(String row) {
        String inner = row.strip();
        return Arrays.stream(inner.substring(1, inner.length() - 1).split("(?<!\\\\)\\|", -1))
                .map(cell -> cell.replace("\\|", "|").replace("`", "").strip())
                .toList();
    }
}
