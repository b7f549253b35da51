package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What was brought back. Immutable.
 *
 * @since 0.1
 */
public final class RestoreReport {
    private final String from;
    private final Revision revision;
    private final List<String> changedFiles;
    private final SortedSet<BlockId> returned;
    private final SortedSet<BlockId> removed;
    private final int turnsLeftUncited;
    private final @Nullable String gitCommit;

    RestoreReport(
            String from,
            Revision revision,
            List<String> changedFiles,
            Set<BlockId> returned,
            Set<BlockId> removed,
            int turnsLeftUncited,
            @Nullable String gitCommit) {
        this.from = from;
        this.revision = revision;
        this.changedFiles = List.copyOf(changedFiles);
        this.returned = Collections.unmodifiableSortedSet(new TreeSet<>(returned));
        this.removed = Collections.unmodifiableSortedSet(new TreeSet<>(removed));
        this.turnsLeftUncited = turnsLeftUncited;
        this.gitCommit = gitCommit;
    }

    /** The commit that something was brought back from, 40 hex digits. */
    public String from() {
        return from;
    }

    /** The fingerprint of the workspace after it. */
    public Revision revision() {
        return revision;
    }

    /** The files that changed, views included; empty when all was as it is to be. */
    public List<String> changedFiles() {
        return changedFiles;
    }

    /** The ids that were gone and stand in a topic again. */
    public SortedSet<BlockId> returned() {
        return returned;
    }

    /** The ids that stand in no topic any more, because what was brought back does not hold them. */
    public SortedSet<BlockId> removed() {
        return removed;
    }

    /**
     * Archived turns that a block cited before and none cites any more. They stay archived and marked as written, so no
     * ordinary write takes them again; {@code backfill} would.
     */
    public int turnsLeftUncited() {
        return turnsLeftUncited;
    }

    /** The commit of it; empty when nothing changed, or the commit is owed. */
    public Optional<String> gitCommit() {
        return Optional.ofNullable(gitCommit);
    }
}
