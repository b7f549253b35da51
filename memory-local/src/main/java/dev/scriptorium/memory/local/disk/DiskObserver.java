package dev.scriptorium.memory.local.disk;

import java.io.IOException;

/**
 * Is told of every change to the disk before it is made, on the thread that makes it. For fault kits and traces: what
 * it throws is thrown there, an {@link IOException} as if the disk had refused. Implementations are safe for use by
 * several threads.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface DiskObserver {
    /** Cares about nothing. */
    DiskObserver NONE = operation -> {};

    /**
     * The operation is about to be done.
     *
     * @throws IOException when it is not to be done: the disk refuses
     */
    void before(DiskOperation operation) throws IOException;
}
