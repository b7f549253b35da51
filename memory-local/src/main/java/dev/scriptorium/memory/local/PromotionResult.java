package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.write.WriteFailure;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What came of a promotion: the turn is trusted in any case. Immutable.
 *
 * @since 0.1
 */
public final class PromotionResult {
    private final SourceRef source;
    private final boolean promoted;
    private final boolean distilled;
    private final List<String> changedFiles;
    private final @Nullable String gitCommit;
    private final @Nullable WriteFailure writerFailure;

    PromotionResult(
            SourceRef source,
            boolean promoted,
            boolean distilled,
            List<String> changedFiles,
            @Nullable String gitCommit,
            @Nullable WriteFailure writerFailure) {
        this.source = source;
        this.promoted = promoted;
        this.distilled = distilled;
        this.changedFiles = List.copyOf(changedFiles);
        this.gitCommit = gitCommit;
        this.writerFailure = writerFailure;
    }

    /** The turn. */
    public SourceRef source() {
        return source;
    }

    /** Whether this call made it trusted; false when it was before. */
    public boolean promoted() {
        return promoted;
    }

    /** Whether the writer recorded something of it now. */
    public boolean distilled() {
        return distilled;
    }

    /** The files that changed, views included; empty when the turn was trusted before. */
    public List<String> changedFiles() {
        return changedFiles;
    }

    /** The commit of the trust; empty when nothing changed, history is off, or the commit is owed. */
    public Optional<String> gitCommit() {
        return Optional.ofNullable(gitCommit);
    }

    /** Why the writer did not come to look at it; the trust stands. Empty when it did, or had no need to. */
    public Optional<WriteFailure> writerFailure() {
        return Optional.ofNullable(writerFailure);
    }
}
