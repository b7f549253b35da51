package dev.scriptorium.memory.local.git;

import java.io.IOException;

/**
 * The bytes of one file of a commit, fetched when they are written, so that a large commit is never in memory at once.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface BlobContent {

    /**
     * The bytes. May be asked more than once, and must answer the same each time; what it returns is not changed.
     *
     * @throws IOException when they cannot be read now; the commit is then owed
     */
    byte[] bytes() throws IOException;
}
