package dev.scriptorium.memory.api.session;

import java.util.Locale;

/**
 * What sort of speaker stands behind a turn, for the archive.
 *
 * @since 0.1
 */
public enum SpeakerKind {
    /** A person other than the owner. */
    HUMAN,
    /** The person whose agent this is. */
    OWNER,
    /** Another program. */
    CLIENT,
    /** The runtime or the agent itself. */
    RUNTIME,
    /** Not known. */
    UNKNOWN;

    /** The word in the archive: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
