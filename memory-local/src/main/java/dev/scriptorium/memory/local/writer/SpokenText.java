package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The paragraphs of a turn that somebody said: code, quoted lines, tables, captions, mail headers and the output of
 * tools are left out.
 */
final class SpokenText {
    /** A line that goes on below this length was ended by its author, not by the width of a page. */
    private static final int WRAPPED = 60;

    /** So much of a line tells whether it is of a log. */
    private static final int HEAD = 200;

    private static final Pattern LOG =
            Pattern.compile("^\\[?[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:.,Z+-]{5,}\\S*\\s.{0,40}"
                    + "\\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\\b");
    private static final Pattern HEADER =
            Pattern.compile("^(?:From|To|Cc|Bcc|Subject|Date|Reply-To|Sent|Message-ID):\\s", Pattern.CASE_INSENSITIVE);
    private static final Pattern MARKER = Pattern.compile("^(?:[-*+\u2022]|[0-9]{1,3}[.)])\\s+(?:\\[[ xX]\\]\\s+)?");
    private static final Pattern COMMAND =
            Pattern.compile("^(?:\\$|>>>|\u276F|@@|\\+\\+\\+|---|diff --git|index [0-9a-f]+\\.\\.)\\s?");

    /**
     * One paragraph.
     *
     * @param text its lines joined by a space
     * @param reported whether it stands below something that announces another's words, such as a mail header, or a
     *     line that announces what somebody else said or what is to be worked on
     * @param gap whether something was left out before it
     */
    record Paragraph(String text, boolean reported, boolean gap) {}

    private final List<Paragraph> paragraphs = new ArrayList<>();
    private final StringBuilder open = new StringBuilder();
    private boolean reported;
    private boolean gap;
    private int lastLength;

    private SpokenText() {}

    /** The paragraphs in order. */
    static List<Paragraph> paragraphs(String text) {
        SpokenText spoken = new SpokenText();
        String fence = "";
        for (String raw : text.split("[\\n\\r\\u0085\\u2028\\u2029\\u000B\\f]", -1)) {
            String line = Whitespace.trim(raw);
            if (!fence.isEmpty()) {
                fence = line.startsWith(fence)
                                && line.replace(fence.substring(0, 1), "").isEmpty()
                        ? ""
                        : fence;
                spoken.leaveOut();
            } else if (line.startsWith("```") || line.startsWith("~~~")) {
                fence = fenceOf(line);
                spoken.leaveOut();
            } else if (line.isEmpty()) {
                spoken.close();
            } else if (isNoise(line)
                    || (isIndented(raw)
                            && spoken.open.length() == 0
                            && !MARKER.matcher(line).find())) {
                spoken.leaveOut();
                spoken.reported |= HEADER.matcher(line).find();
            } else {
                spoken.take(line);
            }
        }
        spoken.close();
        return spoken.paragraphs;
    }

    private static String fenceOf(String line) {
        int end = 0;
        while (end < line.length() && line.charAt(end) == line.charAt(0)) {
            end++;
        }
        // A fence with another of its own marks behind it is inline code, and closes on its line.
        return line.charAt(0) == '`' && line.indexOf('`', end) >= 0 ? "" : line.substring(0, end);
    }

    private static boolean isIndented(String raw) {
        return raw.startsWith("    ") || raw.startsWith("\t");
    }

    /** Whether a line is no speech. */
    static boolean isNoise(String line) {
        char first = line.charAt(0);
        char last = line.charAt(line.length() - 1);
        boolean heading = first == '#' && (line.length() == 1 || line.charAt(1) == '#' || line.charAt(1) == ' ');
        if (heading || first == '>' || first == '|' || (first == '<' && last == '>')) {
            return true;
        }
        if ((first == '[' && last == ']') || (first == '{' && (last == '}' || last == ','))) {
            return true;
        }
        if (last == ';' || last == '{' || last == '}' || line.contains("();") || line.contains("</")) {
            return true;
        }
        boolean frame = line.startsWith("at ") && last == ')' && line.indexOf('(') > 0 && line.indexOf('.') > 0;
        String head = line.substring(0, Math.min(line.length(), HEAD));
        return frame
                || COMMAND.matcher(head).find()
                || LOG.matcher(head).find()
                || HEADER.matcher(head).find()
                || mostlySigns(line);
    }

    private static boolean mostlySigns(String line) {
        int words = 0;
        int signs = 0;
        for (int i = 0; i < line.length(); i += Character.charCount(line.codePointAt(i))) {
            int c = line.codePointAt(i);
            if (Character.isLetter(c) || c == ' ' || c == '\'' || c == ',' || c == '.') {
                words++;
            } else if (c < 0x80) {
                signs++;
            }
        }
        return signs * 2 > words;
    }

    private void take(String line) {
        boolean item = MARKER.matcher(line).find();
        String words = item ? Whitespace.trim(MARKER.matcher(line).replaceFirst("")) : line;
        if (item) {
            leaveOut();
        } else if (open.length() > 0 && !goesOn(words)) {
            close();
        }
        open.append(open.length() > 0 ? " " : "").append(words);
        lastLength = line.length();
        if (announces(words)) {
            close();
            reported = true;
        }
    }

    private boolean goesOn(String next) {
        char last = open.charAt(open.length() - 1);
        if (".!?\u3002\uFF01\uFF1F\u2026:".indexOf(last) >= 0) {
            return false;
        }
        return lastLength >= WRAPPED || Character.isLowerCase(next.codePointAt(0));
    }

    /** Whether a line says that what follows are another's words. */
    static boolean announces(String line) {
        char last = line.charAt(line.length() - 1);
        String lower = line.toLowerCase(Locale.ROOT);
        if (lower.contains("the following ") || lower.endsWith(" below.")) {
            return true;
        }
        if (last != ':' && last != '\uFF1A') {
            return false;
        }
        if (line.indexOf('\u8BF4') >= 0 || line.indexOf('\u5199') >= 0 || line.indexOf('\u8AAA') >= 0) {
            return true;
        }
        return List.of(
                        "said",
                        "says",
                        "wrote",
                        "writes",
                        "told",
                        "sent",
                        "forward",
                        "message",
                        "mail",
                        "quote",
                        "below",
                        "following",
                        "document",
                        "page",
                        "article",
                        "text",
                        "rule",
                        "instruction",
                        "prompt",
                        "translat",
                        "summar",
                        "repeat",
                        "correct this",
                        "check this",
                        "output",
                        "example")
                .stream()
                .anyMatch(lower::contains);
    }

    private void close() {
        if (open.length() > 0) {
            paragraphs.add(new Paragraph(open.toString(), reported, gap));
            open.setLength(0);
            gap = false;
        }
    }

    private void leaveOut() {
        close();
        gap = true;
    }
}
