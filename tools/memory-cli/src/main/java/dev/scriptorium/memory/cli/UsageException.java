package dev.scriptorium.memory.cli;

import org.jspecify.annotations.Nullable;

/** The command was not called as it has to be. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(@Nullable String message) {
        super(message);
    }
}
