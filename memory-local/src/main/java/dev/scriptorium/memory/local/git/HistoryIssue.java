package dev.scriptorium.memory.local.git;

/**
 * What a history has to say beside success: a closed set, each constant one situation.
 *
 * @since 0.1
 */
public enum HistoryIssue {
    /** {@code .git} is a file or a link, so the repository lives outside the workspace. */
    ELSEWHERE,
    /** The repository uses what we cannot read or keep intact: SHA-256, reftable, alternates, missing objects. */
    UNSUPPORTED,
    /** A reference, an object or the head cannot be read. */
    DAMAGED,
    /** HEAD names a commit and no branch; our commits go to our branch all the same. */
    DETACHED_HEAD,
    /** HEAD is on another branch than ours; our commits go to our branch all the same. */
    FOREIGN_BRANCH,
    /** A person committed, reset or rewrote our branch since our last commit; the next one comes on top. */
    MOVED,
    /** {@code .git} belongs to another user; {@code git} will ask that user's {@code safe.directory}. */
    FOREIGN_OWNER,
    /** The workspace lies inside the work tree of another repository. */
    ENCLOSING_REPOSITORY,
    /** A directory on the path of a change is a repository of its own; {@code git status} will not look into it. */
    NESTED_REPOSITORY,
    /** Somebody else holds the lock of our branch: the commit is owed. */
    BRANCH_LOCKED,
    /** Our branch moved again and again while we committed: the commit is owed. */
    BRANCH_BUSY,
    /** Somebody else holds {@code index.lock}: the index entries are owed. */
    INDEX_LOCKED,
    /** The index is too large to be rewritten with a commit, or waits for the next time there is room. */
    INDEX_DEFERRED,
    /** The index is split or sparse, and stays as it is. */
    INDEX_UNSUPPORTED,
    /** A changed path is part of a merge that a person has not finished; its entries stay as they are. */
    INDEX_CONFLICT,
    /** A path that Git forbids; it is not in the history. */
    PATH_LEFT_OUT,
    /** The disk refused. */
    STORAGE
}
