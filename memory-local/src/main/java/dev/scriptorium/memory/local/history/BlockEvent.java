package dev.scriptorium.memory.local.history;

/**
 * What a commit did to a block. A commit may do several at once.
 *
 * @since 0.1
 */
public enum BlockEvent {
    /** It was not there before, as far as the history goes. */
    CREATED,
    /** It was gone and is there again. */
    RETURNED,
    /** Its words changed. */
    REWORDED,
    /** Its citations, or what they name, changed. */
    EVIDENCE_CHANGED,
    /** It stands in another file, or under other headings. */
    MOVED,
    /** Several blocks became one that answers to their ids. */
    MERGED,
    /** One block became several. */
    SPLIT,
    /** It is gone, or one of the ids that it answered to is. */
    REMOVED
}
