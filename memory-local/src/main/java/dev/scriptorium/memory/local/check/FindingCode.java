package dev.scriptorium.memory.local.check;

/**
 * The kinds of things that a check finds. Constants may be added in a minor release.
 *
 * @since 0.1
 */
public enum FindingCode {
    /** A topic breaks a rule of the format; the message names it. */
    TOPIC_RULE,
    /** Two blocks have one id. */
    DUPLICATE_ID,
    /** A link leads to a block that does not exist. */
    DANGLING_LINK,
    /** A citation leads to a source that does not exist. */
    UNRESOLVED_SOURCE,
    /** An archive cannot be read to its end. */
    SOURCE_INCOMPLETE,
    /** An archive is neither what history holds nor an addition to it. */
    SOURCE_MODIFIED,
    /** A view is not what its topics say. */
    VIEW_STALE,
    /** Others than the owner may read or write. */
    MODE,
    /** A symbolic link below the workspace. */
    LINK,
    /** Something that an interrupted run left behind. */
    LEFTOVER,
    /** Something that cannot be read. */
    UNREADABLE,
    /** A name that would not survive on every platform. */
    PORTABLE_NAME,
    /** A commit is owed. */
    HISTORY_BEHIND,
    /** The history cannot be read. */
    HISTORY_DAMAGED,
    /** So many blocks are gone that nothing of it is adopted. */
    MASS_DELETION_HELD,
    /** A file differs from history because somebody edited it. */
    EDIT_NOT_ADOPTED,
    /** The index is behind. */
    INDEX_BEHIND
}
