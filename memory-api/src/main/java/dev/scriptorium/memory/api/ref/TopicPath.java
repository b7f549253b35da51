package dev.scriptorium.memory.api.ref;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The workspace path of a topic, such as {@code topics/people/ada.md}.
 *
 * <p>The constructor takes any path that stays below {@code topics/}, because names that exist keep working;
 * {@link #of} takes only names that survive on every platform, and is what new topics go through.
 *
 * @param value relative path with {@code /}, beginning with {@code topics/} and ending in {@code .md}
 * @since 0.1
 */
public record TopicPath(String value) implements Comparable<TopicPath> {
    /** The directory of all topics, with its slash. */
    public static final String ROOT = "topics/";

    /** The topic that the resident block is rendered from. */
    public static final TopicPath CORE = new TopicPath("topics/core.md");

    private static final Pattern RESERVED_NAME =
            Pattern.compile("(?is)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\\$|conout\\$) *(\\..*)?");
    private static final String RESERVED_CHARACTERS = "<>:\"|?*#";
    private static final String SUFFIX = ".md";
    private static final int MAX_COMPONENT_BYTES = 200;
    // Leaves room for the suffix, and for a number that somebody puts behind a name that is taken.
    private static final int MAX_PORTABLE_BYTES = MAX_COMPONENT_BYTES - 10;

    /**
     * Refuses a path that leads anywhere but to a Markdown file below {@code topics/}.
     *
     * @throws MemoryException {@code PATH_OUTSIDE_WORKSPACE} or {@code READ_ONLY_PATH}
     */
    public TopicPath {
        requireInside(value);
        if (!value.startsWith(ROOT) || !value.endsWith(SUFFIX) || value.length() == ROOT.length() + SUFFIX.length()) {
            throw new MemoryException(
                    ErrorCode.READ_ONLY_PATH, "only Markdown files below topics/ are written: \"" + value + "\"");
        }
    }

    /**
     * A path for a new topic: portable as well as inside.
     *
     * @throws MemoryException also {@code INVALID_ARGUMENT}, with a suggested name, when the name would not survive on
     *     every platform
     */
    public static TopicPath of(String value) {
        TopicPath path = new TopicPath(value);
        Optional<String> problem = path.portabilityProblem();
        if (problem.isPresent()) {
            throw new MemoryException(
                    ErrorCode.INVALID_ARGUMENT,
                    "topic path \"" + value + "\" " + problem.get() + "; try \"" + path.suggestion() + "\"");
        }
        return path;
    }

    private static void requireInside(String value) {
        boolean outside = value.isEmpty()
                || value.startsWith("/")
                || value.indexOf('\\') >= 0
                || value.indexOf('\0') >= 0
                || (value.length() > 1 && value.charAt(1) == ':');
        if (!outside) {
            for (String part : value.split("/", -1)) {
                outside |= part.isEmpty() || part.equals(".") || part.equals("..");
            }
        }
        if (outside) {
            throw new MemoryException(
                    ErrorCode.PATH_OUTSIDE_WORKSPACE,
                    "not a relative path inside the workspace: \"" + value.replace("\0", "\\0") + "\"");
        }
    }

    /** What keeps this name from being portable, as the end of a sentence; empty when nothing does. */
    public Optional<String> portabilityProblem() {
        if (!Normalizer.isNormalized(value, Normalizer.Form.NFC)) {
            return Optional.of("is not in normal form C");
        }
        String[] parts = value.split("/", -1);
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i];
            String stem = i == parts.length - 1 ? withoutSuffix(part) : part;
            if (part.codePoints().anyMatch(TopicPath::isReserved)) {
                return Optional.of("has a character that some platforms refuse");
            }
            if (RESERVED_NAME.matcher(part).matches()) {
                return Optional.of("uses a name that Windows reserves");
            }
            if (endsBadly(part) || endsBadly(stem)) {
                return Optional.of("has a component that ends in a dot or a space");
            }
            if (part.getBytes(StandardCharsets.UTF_8).length > MAX_COMPONENT_BYTES) {
                return Optional.of("has a component over " + MAX_COMPONENT_BYTES + " bytes");
            }
        }
        return Optional.empty();
    }

    /** A portable path near to this one. */
    public TopicPath suggestion() {
        StringBuilder out = new StringBuilder();
        String[] parts = Normalizer.normalize(value, Normalizer.Form.NFC).split("/", -1);
        int last = parts.length - 1;
        for (int i = 0; i < last; i++) {
            out.append(portable(parts[i])).append('/');
        }
        return new TopicPath(
                out.append(portable(withoutSuffix(parts[last]))).append(SUFFIX).toString());
    }

    /** A portable file or directory name near to any text; never empty, and the same when asked again. */
    public static String portable(String text) {
        StringBuilder out = new StringBuilder();
        Normalizer.normalize(text, Normalizer.Form.NFC).codePoints().forEach(c -> {
            if (isReserved(c) || c == '/' || c == '\\') {
                out.append('-');
            } else {
                out.appendCodePoint(c);
            }
        });
        String name = trimmed(shortened(trimmed(out.toString())));
        Matcher reserved = RESERVED_NAME.matcher(name);
        if (reserved.matches()) {
            // Behind the reserved word: a mark at the very end would leave CON.txt- reserved.
            int end = reserved.end(1);
            name = trimmed(shortened(name.substring(0, end) + "-" + name.substring(end)));
        }
        return name.isEmpty() ? "untitled" : name;
    }

    private static String shortened(String name) {
        int bytes = 0;
        int end = 0;
        while (end < name.length()) {
            int c = name.codePointAt(end);
            bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (bytes > MAX_PORTABLE_BYTES) {
                break;
            }
            end += Character.charCount(c);
        }
        return name.substring(0, end);
    }

    private static String trimmed(String name) {
        int end = name.length();
        while (end > 0 && (name.charAt(end - 1) == '.' || Character.isWhitespace(name.charAt(end - 1)))) {
            end--;
        }
        return name.substring(0, end).stripLeading();
    }

    private static String withoutSuffix(String fileName) {
        return fileName.substring(0, fileName.length() - SUFFIX.length());
    }

    private static boolean isReserved(int codePoint) {
        return RESERVED_CHARACTERS.indexOf(codePoint) >= 0
                || Character.isISOControl(codePoint)
                || Character.getType(codePoint) == Character.SURROGATE;
    }

    private static boolean endsBadly(String part) {
        return part.endsWith(".") || part.endsWith(" ");
    }

    /** The path below {@code topics/}, such as {@code people/ada.md}. */
    public String belowTopics() {
        return value.substring(ROOT.length());
    }

    /** The last component, such as {@code ada.md}. */
    public String fileName() {
        return value.substring(value.lastIndexOf('/') + 1);
    }

    /** What two paths share when some file system would take them for one: normalised and without case. */
    public String folded() {
        // Down, up and down again is full case folding: one step alone keeps apart what ẞ, ß and ss are to a disk.
        String folded = Normalizer.normalize(value, Normalizer.Form.NFC)
                .toLowerCase(Locale.ROOT)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
        return Normalizer.normalize(folded, Normalizer.Form.NFC);
    }

    @Override
    public int compareTo(TopicPath other) {
        return PathOrder.BY_COMPONENT.compare(value, other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
