package dev.scriptorium.memory.local.internal.io;

import java.io.IOException;

/**
 * Keeps an interrupt from tearing a critical section: taken at the entry, given back at the exit.
 */
public final class Interrupts {
    private Interrupts() {}

    /** Something that reads or writes files. */
    @FunctionalInterface
    public interface IoCall<T> {
        /** Does it. */
        T call() throws IOException;
    }

    /** Does something with the interrupt flag taken away, and sets it again afterwards if it came. */
    public static <T> T deferred(IoCall<T> call) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            return call.call();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
