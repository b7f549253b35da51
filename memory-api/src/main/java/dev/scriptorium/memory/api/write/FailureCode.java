package dev.scriptorium.memory.api.write;

/**
 * Why a write failed: a closed set, each constant saying whether a later call may succeed by itself. Constants may be
 * added in a minor release; a switch over them needs a default.
 *
 * @since 0.1
 */
public enum FailureCode {
    /** The same block was changed by somebody else meanwhile. */
    CONCURRENT_UPDATE(true),
    /** A lock was not free in time. */
    WORKSPACE_BUSY(true),
    /** The disk refused, or is not there. */
    STORAGE_UNAVAILABLE(true),
    /** The workspace cannot be read as one. */
    WORKSPACE_CORRUPT(false),
    /** The workspace was written by a newer version. */
    FORMAT_TOO_NEW(false),
    /** Ids of the batch would share an archive under case folding or normalisation. */
    SOURCE_COLLISION(false),
    /** The host's checkpoint callback failed or was late. */
    CHECKPOINT_FAILED(false),
    /** Embeddings are needed and not available. */
    EMBEDDING_UNAVAILABLE(false),
    /** A caller that may only add tried to change or remove. */
    APPEND_ONLY_REQUIRED(false),
    /** The writer's edit was refused twice. */
    COMMIT_REJECTED(false),
    /** An argument breaks its rule. */
    INVALID_ARGUMENT(false),
    /** An edit breaks the topic format. */
    INVALID_TOPIC_FORMAT(false),
    /** A source that an edit names does not exist. */
    MISSING_SOURCE(false),
    /** A patch does not fit. */
    PATCH_CONFLICT(false),
    /** A path leads outside the workspace. */
    PATH_OUTSIDE_WORKSPACE(false),
    /** A path that may not be written. */
    READ_ONLY_PATH(false),
    /** Any other failure of a transaction. */
    TRANSACTION_FAILURE_UNKNOWN(false),
    /** The model, or a command in its place, could not be reached or started. */
    MODEL_TRANSPORT(true),
    /** The model's vendor asks to wait. */
    MODEL_RATE_LIMIT(true),
    /** The model's vendor failed. */
    MODEL_PROVIDER_INTERNAL(true),
    /** The model refuses the credentials. */
    MODEL_AUTHENTICATION(false),
    /** The credentials do not allow this model. */
    MODEL_AUTHORIZATION(false),
    /** The model refuses the request. */
    MODEL_INVALID_REQUEST(false),
    /** The request is too long for the model. */
    MODEL_CONTEXT_LENGTH(false),
    /** The model's content policy refuses. */
    MODEL_CONTENT_POLICY(false),
    /** The model, or a command in its place, was over its time. */
    MODEL_TIMEOUT(false),
    /** Any other failure of a model. */
    MODEL_FAILURE_UNKNOWN(false),
    /** The writer is not configured or cannot start. */
    WRITER_PRECONDITION_FAILED(false),
    /** No session was named. */
    MISSING_SESSION_ID(false),
    /** The session's turns cannot be walked. Retryable when the tip itself is not known yet. */
    SESSION_NODES_UNAVAILABLE(false),
    /** The writer ended without an edit and without saying that there is nothing to record. */
    WRITER_NO_PROGRESS(false),
    /** The backend could not be built. */
    MEMORY_PROVIDER_RESOLUTION_FAILED(false),
    /** Any other failure of the writer. */
    WRITER_FAILURE_UNKNOWN(false);

    private final boolean retryable;

    FailureCode(boolean retryable) {
        this.retryable = retryable;
    }

    /** Whether, unless a failure says otherwise, a later call may succeed without any change. */
    public boolean retryable() {
        return retryable;
    }
}
