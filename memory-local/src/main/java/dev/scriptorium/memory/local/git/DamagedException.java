package dev.scriptorium.memory.local.git;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A repository holds what Git cannot have written. */
final class DamagedException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedException(String what) {
        this(what, null);
    }

    DamagedException(String what, @Nullable Throwable cause) {
        super("damaged: " + what, cause);
    }
}
