package dev.scriptorium.memory.local.git;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * HEAD is not where we left it: what a person did with {@code git} meanwhile.
 *
 * @param kind what happened
 * @param from the commit we left
 * @param to the commit HEAD is at now; empty when there is none
 * @param changedPaths the files that differ between both; empty when one of them is no longer there
 * @since 0.1
 */
public record HeadMove(Kind kind, Optional<String> from, Optional<String> to, SortedSet<String> changedPaths) {

    /** What a person did. */
    public enum Kind {
        /** Commits, or a merge, on top of ours. */
        COMMITTED,
        /** The branch went back to one of its earlier commits. */
        RESET,
        /** The branch was rewritten: amend, rebase, reset to something else. */
        REWRITTEN,
        /** HEAD is on another branch, or on none. */
        CHECKED_OUT,
        /** The branch, or the repository, is gone. */
        GONE
    }

    /** Copies the paths. */
    public HeadMove {
        changedPaths = Collections.unmodifiableSortedSet(new TreeSet<>(changedPaths));
    }
}
