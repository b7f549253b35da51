package dev.scriptorium.memory.local.git;

import java.io.IOException;

/** The index cannot be read by anybody. */
final class DamagedIndexException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedIndexException(String what) {
        super("the index is damaged: " + what);
    }
}
