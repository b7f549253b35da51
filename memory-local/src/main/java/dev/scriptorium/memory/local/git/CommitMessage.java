package dev.scriptorium.memory.local.git;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of a commit: what it says, then its trailers as the last paragraph. */
final class CommitMessage {
    private static final Pattern TRAILER = Pattern.compile("([A-Za-z][A-Za-z0-9-]*): *(.*)");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f\\u0085\\u2028\\u2029]+");

    private CommitMessage() {}

    static String format(String message, Map<String, String> trailers) {
        StringBuilder text = new StringBuilder(message.replace("\r\n", "\n")
                .replace('\r', '\n')
                .replace('\0', '\ufffd')
                .strip());
        if (!trailers.isEmpty()) {
            text.append("\n\n");
            trailers.forEach((key, value) -> text.append(key)
                    .append(": ")
                    .append(CONTROL.matcher(value).replaceAll(" ").strip())
                    .append('\n'));
        } else {
            text.append('\n');
        }
        return text.toString();
    }

    /** The trailers: the last paragraph, when it is not the only one and each of its lines is one. */
    static Map<String, String> trailers(String text) {
        Map<String, String> trailers = new LinkedHashMap<>();
        int start = start(text);
        if (start >= 0) {
            text.substring(start).strip().lines().forEach(line -> {
                Matcher matcher = TRAILER.matcher(line);
                if (matcher.matches()) {
                    trailers.put(matcher.group(1), matcher.group(2));
                }
            });
        }
        return trailers;
    }

    /** What it says, without its trailers. */
    static String body(String text) {
        int start = start(text);
        return (start < 0 ? text : text.substring(0, start)).strip();
    }

    private static int start(String text) {
        String stripped = text.stripTrailing();
        int blank = stripped.lastIndexOf("\n\n");
        boolean all = blank >= 0
                && stripped.substring(blank + 2)
                        .lines()
                        .allMatch(line -> TRAILER.matcher(line).matches());
        return all ? blank + 2 : -1;
    }
}
