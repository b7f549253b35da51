package dev.scriptorium.memory.api.session;

import java.util.Locale;

/**
 * Whose request this is. Set by the host; nothing in a text changes it.
 *
 * @since 0.1
 */
public enum AuthorityTier {
    /** The owner: everything. */
    OWNER,
    /** Somebody the owner has paired: read, and add. */
    PAIRED;

    /** The word in the archive: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
