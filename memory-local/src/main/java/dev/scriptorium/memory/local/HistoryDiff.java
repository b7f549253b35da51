package dev.scriptorium.memory.local;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How two states of a workspace differ, as far as history holds them: topics, archives, {@code core.md}. Immutable.
 *
 * @since 0.1
 */
public final class HistoryDiff {
    private final String from;
    private final @Nullable String to;
    private final List<FileDiff> files;
    private final BlocksDiff blocks;

    HistoryDiff(String from, @Nullable String to, List<FileDiff> files, BlocksDiff blocks) {
        this.from = from;
        this.to = to;
        this.files = List.copyOf(files);
        this.blocks = blocks;
    }

    /** The commit that is compared, 40 hex digits. */
    public String from() {
        return from;
    }

    /** The commit it is compared with; empty for the state now. */
    public Optional<String> to() {
        return Optional.ofNullable(to);
    }

    /** The files that differ, in path order. */
    public List<FileDiff> files() {
        return files;
    }

    /** What became of the blocks. */
    public BlocksDiff blocks() {
        return blocks;
    }
}
