package dev.scriptorium.memory.api.session;

import org.jspecify.annotations.Nullable;

/**
 * Who spoke, from the host's structured fields and never from the text.
 *
 * @param id the platform's id of the speaker, byte for byte; null when there is none
 * @param displayName the name people see; null when there is none
 * @since 0.1
 */
public record Speaker(@Nullable String id, @Nullable String displayName) {

    /** Refuses a speaker with neither id nor name. */
    public Speaker {
        if (id == null && displayName == null) {
            throw new IllegalArgumentException("a speaker has an id or a display name");
        }
    }

    /** A speaker with both. */
    public static Speaker of(String id, String displayName) {
        return new Speaker(id, displayName);
    }
}
