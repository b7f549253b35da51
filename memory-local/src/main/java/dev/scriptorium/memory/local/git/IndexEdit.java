package dev.scriptorium.memory.local.git;

import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;

/**
 * What is to become of the entry of one file in the index.
 *
 * @param base the blob our entry had when it was last written; empty for no entry
 * @param next the blob it is to have; empty for no entry
 * @param always whether it is written even when the entry is no longer what we left, as a person may have staged it
 */
record IndexEdit(Optional<ObjectId> base, Optional<ObjectId> next, boolean always) {

    boolean applies(Optional<ObjectId> present) {
        return always || present.equals(base);
    }
}
