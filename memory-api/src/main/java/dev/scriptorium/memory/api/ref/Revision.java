package dev.scriptorium.memory.api.ref;

import java.util.regex.Pattern;

/**
 * The fingerprint of a workspace's content: 16 hex digits over topics, then 16 over sources. Opaque to callers.
 *
 * @param value 32 lower-case hex digits
 * @since 0.1
 */
public record Revision(String value) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{32}");

    /** Refuses anything but 32 lower-case hex digits. */
    public Revision {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("a revision is 32 hex digits: \"" + value + "\"");
        }
    }

    /** Whether both stand for the same topics, whatever the sources. */
    public boolean sameTopics(Revision other) {
        return value.regionMatches(0, other.value, 0, 16);
    }

    @Override
    public String toString() {
        return value;
    }
}
