package dev.scriptorium.memory.api.session;

import dev.scriptorium.memory.api.ref.SafeText;

/**
 * A conversation's name, as the host knows it.
 *
 * @param value printable, not blank, without {@code [ ] < >}, at most 4,096 characters
 * @since 0.1
 */
public record SessionId(String value) implements Comparable<SessionId> {
    private static final int MAX_LENGTH = 4096;

    /** Refuses an id that could not stand in an archive. */
    public SessionId {
        if (value.isBlank() || value.length() > MAX_LENGTH || !SafeText.isSafe(value)) {
            throw new IllegalArgumentException("not a session id (printable, without [ ] < >): \""
                    + value.substring(0, Math.min(80, value.length())) + "\"");
        }
    }

    @Override
    public int compareTo(SessionId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
