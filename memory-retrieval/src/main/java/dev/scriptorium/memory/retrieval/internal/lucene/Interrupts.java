package dev.scriptorium.memory.retrieval.internal.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Keeps an interrupt from ending file work half way: it is taken at entry and given back at exit. */
final class Interrupts {
    private Interrupts() {}

    interface Action<T> {
        T run() throws IOException;
    }

    static <T> T deferred(Action<T> action) {
        boolean interrupted = Thread.interrupted();
        try {
            return action.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
