package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.session.BrokenBranchException;
import java.util.List;
import java.util.Optional;

/**
 * The end of a branch that is not written yet.
 *
 * @param turns the eligible turns after the newest mark, oldest first; those that a summary stands for come before those
 *     that follow it
 * @param broken why what a summary stands for cannot be read
 */
record PendingBranch(List<PendingTurn> turns, Optional<BrokenBranchException> broken) {
    /** A branch with nothing to write. */
    static final PendingBranch NONE = new PendingBranch(List.of(), Optional.empty());

    PendingBranch {
        turns = List.copyOf(turns);
    }
}
