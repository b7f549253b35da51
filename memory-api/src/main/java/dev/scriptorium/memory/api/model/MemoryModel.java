package dev.scriptorium.memory.api.model;

/**
 * A language model, as far as the memory needs one: one request, one reply, no streaming. A host adapts its vendor's
 * client to it.
 *
 * <p>Implementations are safe for use by several threads.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface MemoryModel {

    /**
     * Asks once. Gives up when the deadline passes, and when the thread is interrupted; then the interrupt flag is set
     * on return. Retries nothing: the memory decides about that by {@link ModelException#retryable()}.
     *
     * @param request messages and tools
     * @param deadline when the caller stops waiting
     * @return text, or calls of the request's tools
     * @throws ModelException when there is no reply
     */
    ModelReply exchange(ModelRequest request, Deadline deadline);
}
