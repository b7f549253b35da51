package dev.scriptorium.memory.local.git;

import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one commit did to files, compared with the first of the commits before it. A merge is one step, which brings all
 * that the other side did.
 *
 * @param commit its id
 * @param before the first of the commits before it; empty where the history begins
 * @param changes the files that differ
 * @since 0.1
 */
public record CommitStep(String commit, Optional<String> before, SortedMap<String, Change> changes) {

    /**
     * One file on both sides.
     *
     * @param before the id of its content before; empty when it was not there
     * @param after the id of its content after; empty when it is gone
     */
    public record Change(Optional<String> before, Optional<String> after) {}

    /** Copies the changes. */
    public CommitStep {
        changes = Collections.unmodifiableSortedMap(new TreeMap<>(changes));
    }
}
