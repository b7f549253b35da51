package dev.scriptorium.memory.api.session;

import java.util.Locale;

/**
 * Whether what was said may be recalled and built upon.
 *
 * @since 0.1
 */
public enum Trust {
    /** Said by the owner or somebody paired, or promoted by the owner. */
    TRUSTED,
    /** Kept, and out of recall and the resident block until the owner promotes it. */
    PENDING;

    /** The word in the archive: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
