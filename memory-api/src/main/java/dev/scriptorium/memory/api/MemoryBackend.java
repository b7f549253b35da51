package dev.scriptorium.memory.api;

import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import java.util.Optional;

/**
 * A long-term memory for an agent runtime: nine methods, of which only {@link #name()} must be written.
 *
 * <p>Every method may be called from any thread, virtual ones included. Hooks do not throw for operational trouble:
 * they answer with the neutral value, and {@link MemoryBackends#guard} makes that so for any implementation.
 *
 * @since 0.1
 */
public interface MemoryBackend extends AutoCloseable {

    /** Short identifier, such as {@code local} or {@code none}; the same for the life of the object. */
    String name();

    /** Whether the backend can be used now. Cheap: no input or output beyond a look. */
    default boolean isAvailable() {
        return true;
    }

    /**
     * Tells the backend of a session before its first turn. Idempotent; one backend serves many sessions.
     *
     * @param context the session and the tier of its caller
     */
    default void initialize(SessionContext context) {}

    /**
     * Ends the backend. Idempotent; waits for an install in progress and never for a model. Afterwards every other
     * method answers with its neutral value.
     */
    default void shutdown() {}

    /** The same as {@link #shutdown()}. */
    @Override
    default void close() {
        shutdown();
    }

    /**
     * Text for the start of a session, already fenced. It stays the same between writes, so that prompt caches
     * survive.
     *
     * @return empty when there is nothing to say
     */
    default Optional<String> systemPrompt(SessionContext context) {
        return Optional.empty();
    }

    /**
     * What bears on the coming turn, already fenced. Never throws; stops collecting after 150 ms and returns what it
     * has; returns empty with the interrupt flag set when interrupted; never builds an index.
     *
     * @return empty when nothing fits
     */
    default Optional<String> search(MemoryQuery query) {
        return Optional.empty();
    }

    /**
     * Folds a session into memory, synchronously. Nothing is lost when it fails: the turns stay pending.
     *
     * @return empty when nothing went wrong: done, below the threshold, more left for the next call, or taken over by
     *     the pass that is running in this process
     */
    default Optional<WriteFailure> write(WriteRequest request) {
        return Optional.empty();
    }

    /** Rewrites what has landed and lists the files it changed. */
    default ReorganizeReport reorganize(ReorganizeRequest request) {
        return ReorganizeReport.skipped();
    }

    /**
     * What in the turns about to be dropped belongs in the host's summary, and whether those turns are safe now. Writes
     * no topic and sets no mark.
     *
     * @return a host that must lose nothing discards only when {@link DiscardOutcome#archived()} is true
     */
    default DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
        return DiscardOutcome.none();
    }
}
