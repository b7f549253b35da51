package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.markdown.topic.RelativePaths;
import java.util.Optional;
import java.util.regex.Pattern;

/** The lines of a patch that are no hunks: which say a path, which are noise, and which we refuse. */
final class PatchHeaders {
    static final String NOWHERE = "/dev/null";

    private static final Pattern REGULAR =
            Pattern.compile("(?:new file mode|deleted file mode|index [0-9a-fA-F]+\\.\\.[0-9a-fA-F]+) 100[0-7]{3}");
    private static final Pattern WITH_MODE =
            Pattern.compile("(?:new file mode|deleted file mode|index [0-9a-fA-F]+\\.\\.[0-9a-fA-F]+) [0-7]+");
    private static final Pattern REFUSED = Pattern.compile("(?:rename (?:from|to)|copy (?:from|to)|old mode|new mode"
            + "|similarity index|dissimilarity index) .*|Binary files .*|GIT binary patch.*");
    private static final Pattern NOISE = Pattern.compile("diff .*|index .*|new file mode .*|deleted file mode .*"
            + "|Index: .*|=+|Only in .*|From .*|Date: .*|Subject: .*");

    private PatchHeaders() {}

    /** Why a line must not stand in a patch of ours. */
    static Optional<String> refusal(String line) {
        if (REFUSED.matcher(line).matches()) {
            return Optional.of("renames, copies, modes and binary files are not taken");
        }
        return WITH_MODE.matcher(line).matches() && !REGULAR.matcher(line).matches()
                ? Optional.of("only regular files are taken")
                : Optional.empty();
    }

    /** Whether a line between files says nothing to us. */
    static boolean isNoise(String line) {
        return line.isBlank() || NOISE.matcher(line).matches();
    }

    /** The path behind {@code ---} or {@code +++}, without prefix and time stamp. */
    static String path(String line, String prefix) {
        String rest = line.substring(4);
        String path = rest.startsWith("\"")
                ? unquoted(rest)
                : rest.substring(0, rest.indexOf('\t') < 0 ? rest.length() : rest.indexOf('\t'))
                        .stripTrailing();
        return path.startsWith(prefix) ? path.substring(prefix.length()) : path;
    }

    /** A path as Git quotes it: in quotes, with backslash escapes, bytes outside ASCII in octal. */
    private static String unquoted(String quoted) {
        StringBuilder percent = new StringBuilder();
        for (int i = 1; i < quoted.length(); i++) {
            char c = quoted.charAt(i);
            if (c == '"') {
                return RelativePaths.decode(percent.toString()).orElseThrow(() -> malformed(quoted));
            }
            if (c != '\\') {
                percent.append(c == '%' ? "%25" : String.valueOf(c));
                continue;
            }
            if (i + 3 < quoted.length() && quoted.substring(i + 1, i + 4).matches("[0-3][0-7]{2}")) {
                int octal = Integer.parseInt(quoted.substring(i + 1, i + 4), 8);
                percent.append('%')
                        .append(Character.forDigit(octal >> 4, 16))
                        .append(Character.forDigit(octal & 15, 16));
                i += 3;
            } else if (i + 1 < quoted.length() && "\"\\".indexOf(quoted.charAt(i + 1)) >= 0) {
                percent.append(quoted.charAt(i + 1));
                i++;
            } else {
                throw malformed(quoted);
            }
        }
        throw malformed(quoted);
    }

    private static RuntimeException malformed(String quoted) {
        return Refusal.invalid("patch: not a path: " + Refusal.shown(quoted));
    }
}
