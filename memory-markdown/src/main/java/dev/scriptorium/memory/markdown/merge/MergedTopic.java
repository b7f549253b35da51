package dev.scriptorium.memory.markdown.merge;

import java.util.List;
import java.util.Optional;

/**
 * What has become of a topic that two sides changed. Immutable.
 *
 * @since 0.1
 */
public final class MergedTopic {
    private final Optional<String> text;
    private final List<MergeConflict> conflicts;

    MergedTopic(Optional<String> text, List<MergeConflict> conflicts) {
        this.text = text;
        this.conflicts = List.copyOf(conflicts);
    }

    /** The merged text, with theirs in the places of the conflicts; empty when the topic is gone. */
    public Optional<String> text() {
        return text;
    }

    /** The places that both sides changed, each in its own way. */
    public List<MergeConflict> conflicts() {
        return conflicts;
    }

    /** Whether there is no conflict. */
    public boolean isClean() {
        return conflicts.isEmpty();
    }
}
