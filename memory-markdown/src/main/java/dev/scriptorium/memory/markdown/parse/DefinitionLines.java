package dev.scriptorium.memory.markdown.parse;

import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads a footnote definition from its line; a line of neither form is no definition. */
final class DefinitionLines {
    private static final String WHEN = "([0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?|undated)";
    private static final Pattern CANONICAL = Pattern.compile(
            "\\[\\^([A-Za-z0-9_-]+)\\]:\\s*Time:\\s*(?:`" + WHEN + "`|" + WHEN + ")\\s*;\\s*Sources:(.*)");
    private static final Pattern OLD =
            Pattern.compile("\\[\\^([A-Za-z0-9_-]+)\\]:\\s*" + WHEN + "\\s*\u00B7\\s*Sources:(.*)");

    private DefinitionLines() {}

    static @Nullable Definition read(String line, int number) {
        if (!line.startsWith("[^")) {
            return null;
        }
        Matcher form = CANONICAL.matcher(line);
        if (form.matches()) {
            String when = form.group(2) != null ? form.group(2) : form.group(3);
            return definition(number, form.group(1), when, form.group(4));
        }
        form = OLD.matcher(line);
        return form.matches() ? definition(number, form.group(1), form.group(2), form.group(3)) : null;
    }

    private static @Nullable Definition definition(int number, String label, String when, String rest) {
        if (Whitespace.isBlank(rest)) {
            return null;
        }
        List<SourceLink> sources = new ArrayList<>();
        StringBuilder stray = new StringBuilder();
        int at = 0;
        while (at < rest.length()) {
            char c = rest.charAt(at);
            if (c == ',' || c == '\u00B7' || Whitespace.is(c)) {
                at++;
            } else if (c == '[' && linkEnd(rest, at) > 0) {
                int middle = rest.indexOf("](", at);
                int end = linkEnd(rest, at);
                sources.add(new SourceLink(rest.substring(at + 1, middle), rest.substring(middle + 2, end), false));
                at = end + 1;
            } else {
                int end = at;
                while (end < rest.length() && rest.charAt(end) != ',' && rest.charAt(end) != '\u00B7') {
                    end++;
                }
                String handle = Whitespace.trim(rest.substring(at, end));
                if (handle.indexOf('[') >= 0 || handle.indexOf(']') >= 0) {
                    stray.append(stray.length() == 0 ? "" : ", ").append(handle);
                } else {
                    sources.add(new SourceLink(handle, handle, true));
                }
                at = end;
            }
        }
        return new Definition(number, label, when, sources, stray.toString());
    }

    /** The offset of the {@code )} of the link that begins at a {@code [}; -1 when none does. */
    private static int linkEnd(String text, int at) {
        int close = text.indexOf(']', at);
        if (close < 0 || close + 1 >= text.length() || text.charAt(close + 1) != '(') {
            return -1;
        }
        int end = text.indexOf(')', close);
        return end <= close + 2 ? -1 : end;
    }
}
