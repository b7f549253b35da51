package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.session.TurnId;
import java.util.List;

/**
 * The end of a branch that is not written yet.
 *
 * @param turns the eligible turns after the newest mark, oldest first
 * @param covered the last turns of what summaries on the way stand for
 */
record PendingBranch(List<PendingTurn> turns, List<TurnId> covered) {
    PendingBranch {
        turns = List.copyOf(turns);
        covered = List.copyOf(covered);
    }
}
