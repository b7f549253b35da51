package dev.scriptorium.memory.local.check;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.io.IOException;

/** The failure of a check that cannot look at what it is to check. */
final class Unreadable {
    private Unreadable() {}

    static MemoryException of(IOException e) {
        return new MemoryException(
                ErrorCode.STORAGE_UNAVAILABLE,
                "the check cannot read " + e.getMessage() + " (" + e.getClass().getSimpleName() + ")",
                e);
    }
}
