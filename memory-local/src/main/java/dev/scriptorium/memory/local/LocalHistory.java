package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.git.CommitSummary;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.history.BlockLog;
import dev.scriptorium.memory.local.history.BlockStep;
import dev.scriptorium.memory.local.history.BlockWording;
import dev.scriptorium.memory.local.history.FileLog;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.markdown.change.SourceProvenance;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What changed, when and by whom; what a block rests on; the way back. */
final class LocalHistory implements WorkspaceHistory {
    private static final String OFF = "history is off, so there are no commits";

    private final Transactions transactions;
    private final Optional<History> commits;
    private final WorkspaceFiles files;
    private final Optional<LocalRestore> restoring;

    LocalHistory(
            Transactions transactions,
            Optional<History> commits,
            WorkspaceFiles files,
            Optional<LocalRestore> restoring) {
        this.transactions = transactions;
        this.commits = commits;
        this.files = files;
        this.restoring = restoring;
    }

    @Override
    public List<HistoryEntry> log(Optional<String> path, int limit) {
        if (commits.isEmpty()) {
            return List.of();
        }
        History history = commits.get();
        if (path.isEmpty()) {
            return history.log(limit, path).stream().map(LocalHistory::entry).toList();
        }
        return new FileLog(history)
                .of(named(path.get()), limit).stream()
                        .map(commit -> entry(history.commit(commit)))
                        .toList();
    }

    /** The workspace path that a name means; files that are no topics come first. */
    static String named(String name) {
        String sources = WorkspaceLayout.SOURCES;
        boolean whole = name.startsWith(TopicPath.ROOT)
                || (name + "/").equals(TopicPath.ROOT)
                || name.equals(sources)
                || name.startsWith(sources + "/")
                || name.equals(WorkspaceLayout.CORE_VIEW);
        String path = whole ? name : TopicPath.ROOT + name;
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    private static HistoryEntry entry(CommitSummary commit) {
        return new HistoryEntry(
                commit.id(),
                commit.at(),
                commit.message(),
                commit.caller().orElse(commit.author()),
                commit.operation().orElse(null),
                List.copyOf(commit.changedPaths()));
    }

    @Override
    public List<BlockChange> log(BlockId block, int limit) {
        Optional<BlockWording> now = present(transactions.current(), block);
        List<BlockChange> changes =
                commits.map(history -> changes(history, ids(block, now), limit)).orElseGet(List::of);
        if (now.isEmpty() && changes.isEmpty()) {
            throw LocalRead.noBlock(block);
        }
        return changes;
    }

    private static Set<String> ids(BlockId block, Optional<BlockWording> now) {
        Set<String> ids = new LinkedHashSet<>();
        ids.add(block.value());
        now.ifPresent(wording -> ids.addAll(wording.ids()));
        return ids;
    }

    private static List<BlockChange> changes(History history, Set<String> ids, int limit) {
        return new BlockLog(history)
                .of(ids, limit).stream().map(step -> change(history, step)).toList();
    }

    private static BlockChange change(History history, BlockStep step) {
        return new BlockChange(entry(history.commit(step.commit())), step.events(), step.before(), step.after());
    }

    /** The block as it stands in a state. */
    private static Optional<BlockWording> present(Snapshot snapshot, BlockId id) {
        Optional<Topic> topic = snapshot.topics().topicOf(id.value()).flatMap(snapshot.topics()::topic);
        return topic.flatMap(present -> present.blocks().stream()
                .filter(block -> BlockWording.ids(block).contains(id.value()))
                .findFirst()
                .map(block -> BlockWording.of(present, block)));
    }

    @Override
    public BlockOrigin why(BlockId id) {
        Snapshot snapshot = transactions.current();
        Optional<BlockWording> now = present(snapshot, id);
        List<BlockChange> changes = List.of();
        String problem = commits.isEmpty() ? OFF : null;
        try {
            changes = commits.map(history -> changes(history, ids(id, now), Integer.MAX_VALUE))
                    .orElseGet(List::of);
            if (changes.isEmpty() && commits.isPresent()) {
                HistoryDiffs.requireUsable(commits.get());
            }
        } catch (MemoryException e) {
            problem = e.getMessage();
        }
        Optional<BlockWording> last = now.isPresent() ? now : last(changes, id);
        BlockWording wording = last.orElseThrow(() -> LocalRead.noBlock(id));
        return new BlockOrigin(
                id,
                wording,
                now.isPresent(),
                new CitedTurns(transactions, commits, snapshot).of(wording),
                changes,
                problem);
    }

    /** How a block that is gone stood last. */
    private static Optional<BlockWording> last(List<BlockChange> changes, BlockId id) {
        return changes.stream()
                .flatMap(change -> change.before().stream())
                .filter(wording -> wording.ids().contains(id.value()))
                .findFirst();
    }

    @Override
    public HistoryDiff diff(String from, Optional<String> to) {
        HistoryDiffs diffs = new HistoryDiffs(commits.orElseThrow(LocalHistory::off), transactions, files);
        return diffs.between(from, to);
    }

    private static MemoryException off() {
        return new MemoryException(ErrorCode.MEMORY_NOT_FOUND, OFF + "; see the setting history");
    }

    private LocalRestore restoring() {
        return restoring.orElseThrow(LocalHistory::off);
    }

    @Override
    public RestoreReport restore(SourceProvenance caller, String commit) {
        return restoring().commit(caller, commit);
    }

    @Override
    public RestoreReport restore(SourceProvenance caller, String commit, String path) {
        return restoring().file(caller, commit, path);
    }

    @Override
    public RestoreReport restore(SourceProvenance caller, String commit, BlockId block) {
        return restoring().block(caller, commit, block);
    }
}
