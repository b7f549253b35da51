package dev.scriptorium.memory.local.git;

import java.util.List;
import java.util.Optional;

/**
 * How a history stands at one moment.
 *
 * @param standing where HEAD is with respect to our branch
 * @param branch the full name of our branch
 * @param head the commit our branch is at; empty when there is none
 * @param notes what is worth knowing, in no particular order
 * @since 0.1
 */
public record HistoryState(Standing standing, String branch, Optional<String> head, List<HistoryNote> notes) {

    /** Where HEAD is with respect to our branch. */
    public enum Standing {
        /** On our branch. */
        OURS,
        /** On another branch: commits go to our branch, index and work tree stay untouched. */
        FOREIGN_BRANCH,
        /** On no branch: commits go to our branch, index and work tree stay untouched. */
        DETACHED,
        /** The repository cannot be used; a note says why. Every commit is owed. */
        UNUSABLE
    }

    /** Copies the notes. */
    public HistoryState {
        notes = List.copyOf(notes);
    }

    /** Whether a note of this kind is among the notes. */
    public boolean has(HistoryIssue issue) {
        return notes.stream().anyMatch(note -> note.issue() == issue);
    }
}
