package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.history.BlockWording;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why a block is here, or was. Immutable.
 *
 * @since 0.1
 */
public final class BlockOrigin {
    private final BlockId id;
    private final TopicPath path;
    private final String text;
    private final List<CitedTurn> evidence;
    private final boolean there;
    private final List<BlockChange> changes;
    private final @Nullable String historyProblem;

    BlockOrigin(
            BlockId id,
            BlockWording wording,
            boolean there,
            List<CitedTurn> evidence,
            List<BlockChange> changes,
            @Nullable String historyProblem) {
        this.id = id;
        this.path = wording.path();
        this.text = wording.text();
        this.there = there;
        this.evidence = List.copyOf(evidence);
        this.changes = List.copyOf(changes);
        this.historyProblem = historyProblem;
    }

    /** The block. */
    public BlockId id() {
        return id;
    }

    /** Whether it stands in a topic; false when it has been removed, and what is told is how it stood last. */
    public boolean there() {
        return there;
    }

    /** Its topic, or the one in which it stood last. */
    public TopicPath path() {
        return path;
    }

    /** Its words, without citations and ids. */
    public String text() {
        return text;
    }

    /** Every turn it cites, in the order of its citations. */
    public List<CitedTurn> evidence() {
        return evidence;
    }

    /** The commits that changed it, newest first. */
    public List<HistoryEntry> commits() {
        return changes.stream().map(BlockChange::commit).toList();
    }

    /** What each of these commits did to it, with the wording before and after. */
    public List<BlockChange> changes() {
        return changes;
    }

    /** The commit that removed it; empty while it is there, or when none is known. */
    public Optional<HistoryEntry> removedBy() {
        return there || changes.isEmpty()
                ? Optional.empty()
                : Optional.of(changes.get(0).commit());
    }

    /** Why no commits are told; empty when the history could be read. */
    public Optional<String> historyProblem() {
        return Optional.ofNullable(historyProblem);
    }
}
