package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.EvidenceId;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a change by hand did. Immutable.
 *
 * @since 0.1
 */
public final class UpdateResult {
    private final Revision revision;
    private final List<String> changedFiles;
    private final Map<String, BlockId> blockIds;
    private final Map<String, EvidenceId> evidenceIds;
    private final Map<String, SourceRef> sourceIds;
    private final int coreTokens;
    private final List<BlockId> coreOmitted;
    private final @Nullable String gitCommit;
    private final List<CheckFinding> warnings;

    UpdateResult(
            Revision revision,
            List<String> changedFiles,
            Map<String, BlockId> blockIds,
            Map<String, EvidenceId> evidenceIds,
            Map<String, SourceRef> sourceIds,
            int coreTokens,
            List<BlockId> coreOmitted,
            @Nullable String gitCommit,
            List<CheckFinding> warnings) {
        this.revision = revision;
        this.changedFiles = List.copyOf(changedFiles);
        this.blockIds = Collections.unmodifiableMap(new TreeMap<>(blockIds));
        this.evidenceIds = Collections.unmodifiableMap(new TreeMap<>(evidenceIds));
        this.sourceIds = Collections.unmodifiableMap(new TreeMap<>(sourceIds));
        this.coreTokens = coreTokens;
        this.coreOmitted = List.copyOf(coreOmitted);
        this.gitCommit = gitCommit;
        this.warnings = List.copyOf(warnings);
    }

    /** The fingerprint of the workspace after it. */
    public Revision revision() {
        return revision;
    }

    /** The files that changed, views included; empty when the change changed nothing. */
    public List<String> changedFiles() {
        return changedFiles;
    }

    /** Ids of new blocks by {@code path#n}, where n counts from 0 within the file. */
    public Map<String, BlockId> blockIds() {
        return blockIds;
    }

    /** Stable footnote labels by local label. */
    public Map<String, EvidenceId> evidenceIds() {
        return evidenceIds;
    }

    /** Names of the sources it brought along, by label. */
    public Map<String, SourceRef> sourceIds() {
        return sourceIds;
    }

    /** Tokens of the resident block after it. */
    public int coreTokens() {
        return coreTokens;
    }

    /** Blocks that the resident block leaves out for lack of room. */
    public List<BlockId> coreOmitted() {
        return coreOmitted;
    }

    /** Whether something was installed. */
    public boolean memoryCommitted() {
        return !changedFiles.isEmpty();
    }

    /** The commit; empty when nothing changed, history is off, or the commit is owed. */
    public Optional<String> gitCommit() {
        return Optional.ofNullable(gitCommit);
    }

    /** What is worth a look and was no reason to refuse. */
    public List<CheckFinding> warnings() {
        return warnings;
    }
}
