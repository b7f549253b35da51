package dev.scriptorium.memory.api.ref;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.TurnId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of one archived turn: {@code namespace/session/turn}, or {@code D<n>:<m>} in archives of old experiments.
 *
 * @param value the reference; printable, without {@code [ ] < >}
 * @since 0.1
 */
public record SourceRef(String value) implements Comparable<SourceRef> {
    private static final Pattern DIALOGUE = Pattern.compile("D[0-9]+:[0-9]+");
    private static final Pattern ESCAPE = Pattern.compile("%(2F|25)");

    /** Refuses what names no place in an archive. */
    public SourceRef {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not a source reference: \"" + value + "\"");
        }
    }

    /** Whether the text is a reference. */
    public static boolean isValid(String text) {
        if (text.startsWith("D") && DIALOGUE.matcher(text).matches()) {
            return true;
        }
        int first = text.indexOf('/');
        int second = first < 0 ? -1 : text.indexOf('/', first + 1);
        if (first <= 0 || second <= first + 1 || second == text.length() - 1) {
            return false;
        }
        String namespace = text.substring(0, first);
        return !namespace.equals(".") && !namespace.equals("..") && SafeText.isSafe(text);
    }

    /**
     * The reference of a turn. A session id with a slash is escaped ({@code %2F}), so that two sessions never share a
     * reference.
     *
     * @throws IllegalArgumentException when the namespace is empty, {@code .} or {@code ..}, or has a slash or a
     *     character that no reference may have
     */
    public static SourceRef of(String namespace, SessionId session, TurnId turn) {
        if (namespace.indexOf('/') >= 0) {
            throw new IllegalArgumentException("a namespace has no slash: \"" + namespace + "\"");
        }
        String id = session.value();
        if (id.indexOf('/') >= 0 || ESCAPE.matcher(id).find()) {
            id = id.replace("%", "%25").replace("/", "%2F");
        }
        return new SourceRef(namespace + "/" + id + "/" + turn.value());
    }

    /** Whether this is a reference of the form {@code D<n>:<m>}. */
    public boolean dialogue() {
        return DIALOGUE.matcher(value).matches();
    }

    /** The first part; {@code D<n>} for a dialogue. */
    public String namespace() {
        return dialogue() ? value.substring(0, value.indexOf(':')) : value.substring(0, value.indexOf('/'));
    }

    /** The second part as it stands in the reference; the number of the dialogue for {@code D<n>:<m>}. */
    public String thread() {
        if (dialogue()) {
            return value.substring(1, value.indexOf(':'));
        }
        int first = value.indexOf('/');
        return value.substring(first + 1, value.indexOf('/', first + 1));
    }

    /** The session's own id, with {@link #of}'s escapes undone. */
    public String session() {
        Matcher escapes = ESCAPE.matcher(thread());
        return escapes.replaceAll(match -> match.group(1).equals("25") ? "%" : "/");
    }

    /** The last part: the id of the turn. */
    public String turn() {
        if (dialogue()) {
            return value.substring(value.indexOf(':') + 1);
        }
        int first = value.indexOf('/');
        return value.substring(value.indexOf('/', first + 1) + 1);
    }

    @Override
    public int compareTo(SourceRef other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
