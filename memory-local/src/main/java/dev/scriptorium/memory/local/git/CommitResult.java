package dev.scriptorium.memory.local.git;

import java.util.List;
import java.util.Optional;

/**
 * What became of one commit. Trouble with Git is told here and never thrown.
 *
 * @param outcome what became of it
 * @param commit the commit that holds the change: the new one, or the one that held it already; empty when owed, or when
 *     there was nothing to commit in an empty history
 * @param movedBy what a person did to HEAD since the caller left it
 * @param notes what is worth knowing; when the commit is owed, why
 * @since 0.1
 */
public record CommitResult(
        Outcome outcome, Optional<String> commit, Optional<HeadMove> movedBy, List<HistoryNote> notes) {

    /** What became of a commit. */
    public enum Outcome {
        /** A commit was made, and is durable. */
        COMMITTED,
        /** The history holds the change already: its tree is the same, or an earlier attempt had succeeded. */
        UNCHANGED,
        /** No commit was made; the same draft is to be tried again. */
        OWED
    }

    /** Copies the notes. */
    public CommitResult {
        notes = List.copyOf(notes);
    }

    /** Whether nothing is left to do for the draft. */
    public boolean settled() {
        return outcome != Outcome.OWED;
    }

    /** Whether a note of this kind is among the notes. */
    public boolean has(HistoryIssue issue) {
        return notes.stream().anyMatch(note -> note.issue() == issue);
    }
}
