package dev.scriptorium.memory.api;

/**
 * Why the workspace refused or failed: a closed set, each constant saying whether the same call may succeed later.
 *
 * <p>Constants may be added in a minor release; a switch over them needs a default.
 *
 * @since 0.1
 */
public enum ErrorCode {
    /** An argument breaks its documented rule. */
    INVALID_ARGUMENT(false),
    /** An edit breaks a rule of the topic format; the violations say which and where. */
    INVALID_TOPIC_FORMAT(false),
    /** A source that the request names does not exist. */
    MISSING_SOURCE(false),
    /** An archive on disk is no longer what was written; nothing is built on it. */
    SOURCE_MODIFIED(false),
    /** Two sources would share one archive under case folding or normalisation. */
    SOURCE_COLLISION(false),
    /** The block, file or heading asked for does not exist. */
    MEMORY_NOT_FOUND(false),
    /** A patch does not fit the file it names. */
    PATCH_CONFLICT(false),
    /** A path is absolute, climbs out of the workspace, or leads over a link. */
    PATH_OUTSIDE_WORKSPACE(false),
    /** A path that callers may read and not write. */
    READ_ONLY_PATH(false),
    /** A caller that may only add tried to change or remove. */
    APPEND_ONLY_REQUIRED(false),
    /** Somebody else changed the same block meanwhile. */
    CONCURRENT_UPDATE(true),
    /** A lock was not free within the time allowed. */
    WORKSPACE_BUSY(true),
    /** The workspace cannot be read as one; a person must look. */
    WORKSPACE_CORRUPT(false),
    /** The workspace was written by a newer version of the library. */
    FORMAT_TOO_NEW(false),
    /** The disk refused: full, read-only, missing, or its names cannot be expressed. */
    STORAGE_UNAVAILABLE(true),
    /** Embeddings were asked for by name and are not available. */
    EMBEDDING_UNAVAILABLE(false),
    /** Memory is switched off. */
    MEMORY_DISABLED(false),
    /** The caller's tier does not allow this. */
    NOT_PERMITTED(false),
    /** The host's checkpoint callback failed or was late; nothing was installed. */
    CHECKPOINT_FAILED(false);

    private final boolean retryable;

    ErrorCode(boolean retryable) {
        this.retryable = retryable;
    }

    /** Whether the same call may succeed later without any change by the caller. */
    public boolean retryable() {
        return retryable;
    }
}
