package dev.scriptorium.memory.local;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the next batch of a session would change. Immutable.
 *
 * @since 0.1
 */
public final class WritePreview {
    private final int turns;
    private final List<String> changedTopics;
    private final String diff;
    private final @Nullable String nothingToRecord;

    WritePreview(int turns, List<String> changedTopics, String diff, @Nullable String nothingToRecord) {
        this.turns = turns;
        this.changedTopics = List.copyOf(changedTopics);
        this.diff = diff;
        this.nothingToRecord = nothingToRecord;
    }

    /** How many turns the batch has; 0 when nothing is due. */
    public int turns() {
        return turns;
    }

    /** The topics it would change, in path order. */
    public List<String> changedTopics() {
        return changedTopics;
    }

    /** The changes as a unified diff. */
    public String diff() {
        return diff;
    }

    /** Why there is nothing to record in it. */
    public Optional<String> nothingToRecord() {
        return Optional.ofNullable(nothingToRecord);
    }
}
