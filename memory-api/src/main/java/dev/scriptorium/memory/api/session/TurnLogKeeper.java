package dev.scriptorium.memory.api.session;

import java.util.function.Consumer;

/**
 * Where a {@link TurnLog} survives a restart: a list of entries that is only ever added to. A file, a table or a stream
 * will do.
 *
 * @since 0.1
 */
public interface TurnLogKeeper {

    /**
     * Adds an entry, all of it or nothing; when this returns, it survives. Called by one thread at a time.
     *
     * @throws RuntimeException when it could not be added; the log is as before then, and the same window brings it again
     */
    void append(TurnLogEntry entry);

    /**
     * Hands on every entry, whole and in the order in which they were added; one that was added twice may come twice. The
     * log refuses an entry whose parents, head or beginning of the window it does not know.
     */
    void read(Consumer<TurnLogEntry> each);
}
