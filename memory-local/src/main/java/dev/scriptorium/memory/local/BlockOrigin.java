package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.List;

/**
 * Why a block is here. Immutable.
 *
 * @since 0.1
 */
public final class BlockOrigin {
    private final BlockId id;
    private final TopicPath path;
    private final String text;
    private final List<CitedTurn> evidence;
    private final List<HistoryEntry> commits;

    BlockOrigin(BlockId id, TopicPath path, String text, List<CitedTurn> evidence, List<HistoryEntry> commits) {
        this.id = id;
        this.path = path;
        this.text = text;
        this.evidence = List.copyOf(evidence);
        this.commits = List.copyOf(commits);
    }

    /** The block. */
    public BlockId id() {
        return id;
    }

    /** Its topic. */
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
        return commits;
    }
}
