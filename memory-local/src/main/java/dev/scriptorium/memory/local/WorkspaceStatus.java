package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.tx.MassDeletion;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a workspace holds and how it does. Immutable.
 *
 * @since 0.1
 */
public final class WorkspaceStatus {
    private final WorkspaceId workspace;
    private final Revision revision;
    private final int topics;
    private final int blocks;
    private final int sources;
    private final int turnsArchived;
    private final int pendingTurns;
    private final int waitingTurns;
    private final @Nullable String pendingSince;
    private final WriterReport writer;
    private final WatcherReport watcher;
    private final HistoryReport history;
    private final @Nullable MassDeletion held;
    private final List<TopicPath> unadopted;
    private final List<RefusedBatch> refusedBatches;
    private final int indexDocuments;
    private final boolean indexCurrent;
    private final int coreTokens;
    private final int coreBudget;
    private final List<BlockId> coreOmitted;
    private final List<Violation> quarantined;
    private final List<CheckFinding> notes;

    WorkspaceStatus(
            WorkspaceId workspace,
            Revision revision,
            int topics,
            int blocks,
            int sources,
            int turnsArchived,
            int pendingTurns,
            int waitingTurns,
            @Nullable String pendingSince,
            WriterReport writer,
            WatcherReport watcher,
            HistoryReport history,
            @Nullable MassDeletion held,
            List<TopicPath> unadopted,
            List<RefusedBatch> refusedBatches,
            int indexDocuments,
            boolean indexCurrent,
            int coreTokens,
            int coreBudget,
            List<BlockId> coreOmitted,
            List<Violation> quarantined,
            List<CheckFinding> notes) {
        this.workspace = workspace;
        this.revision = revision;
        this.topics = topics;
        this.blocks = blocks;
        this.sources = sources;
        this.turnsArchived = turnsArchived;
        this.pendingTurns = pendingTurns;
        this.waitingTurns = waitingTurns;
        this.pendingSince = pendingSince;
        this.writer = writer;
        this.watcher = watcher;
        this.history = history;
        this.held = held;
        this.unadopted = List.copyOf(unadopted);
        this.refusedBatches = List.copyOf(refusedBatches);
        this.indexDocuments = indexDocuments;
        this.indexCurrent = indexCurrent;
        this.coreTokens = coreTokens;
        this.coreBudget = coreBudget;
        this.coreOmitted = List.copyOf(coreOmitted);
        this.quarantined = List.copyOf(quarantined);
        this.notes = List.copyOf(notes);
    }

    /** Its id. */
    public WorkspaceId workspace() {
        return workspace;
    }

    /** The fingerprint of its content. */
    public Revision revision() {
        return revision;
    }

    /** Topics. */
    public int topics() {
        return topics;
    }

    /** Blocks; a merged one counts once. */
    public int blocks() {
        return blocks;
    }

    /** Archives. */
    public int sources() {
        return sources;
    }

    /** Archived turns. */
    public int turnsArchived() {
        return turnsArchived;
    }

    /** What a forced write would take now. */
    public int pendingTurns() {
        return pendingTurns;
    }

    /** Other pending turns. */
    public int waitingTurns() {
        return waitingTurns;
    }

    /** Time of the oldest pending turn, ISO 8601. */
    public Optional<String> pendingSince() {
        return Optional.ofNullable(pendingSince);
    }

    /** How the writer did last. */
    public WriterReport writer() {
        return writer;
    }

    /** What was done lately when nobody was looking. */
    public WatcherReport watcher() {
        return watcher;
    }

    /** How the history stands. */
    public HistoryReport history() {
        return history;
    }

    /** So many blocks gone that nothing of it is adopted, until the files are back or somebody accepts it. */
    public Optional<MassDeletion> held() {
        return Optional.ofNullable(held);
    }

    /** Outside edits not adopted yet. */
    public List<TopicPath> unadopted() {
        return unadopted;
    }

    /** Batches that ended without being written. */
    public List<RefusedBatch> refusedBatches() {
        return refusedBatches;
    }

    /** Documents of the index. */
    public int indexDocuments() {
        return indexDocuments;
    }

    /** Whether the index holds everything. */
    public boolean indexCurrent() {
        return indexCurrent;
    }

    /** Tokens of the resident block. */
    public int coreTokens() {
        return coreTokens;
    }

    /** The most it may have. */
    public int coreBudget() {
        return coreBudget;
    }

    /** Blocks it leaves out for lack of room. */
    public List<BlockId> coreOmitted() {
        return coreOmitted;
    }

    /** Files whose last edit breaks a rule, with the rule. */
    public List<Violation> quarantined() {
        return quarantined;
    }

    /** What else is worth knowing. */
    public List<CheckFinding> notes() {
        return notes;
    }
}
