package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.git.CommitSummary;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.LegacyArchive;
import dev.scriptorium.memory.markdown.source.ParsedArchive;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What changed, when and by whom; and what a block rests on. */
final class LocalHistory implements WorkspaceHistory {
    private final Transactions transactions;
    private final Optional<History> commits;

    LocalHistory(Transactions transactions, Optional<History> commits) {
        this.transactions = transactions;
        this.commits = commits;
    }

    @Override
    public List<HistoryEntry> log(Optional<String> path, int limit) {
        return commits.map(history -> history.log(limit, path).stream()
                        .map(LocalHistory::entry)
                        .toList())
                .orElseGet(List::of);
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
    public List<HistoryEntry> log(BlockId block, int limit) {
        Snapshot snapshot = transactions.current();
        TopicPath path = snapshot.topics().topicOf(block.value()).orElseThrow(() -> LocalRead.noBlock(block));
        return changes(block, path, limit);
    }

    /** The commits of the file in which the block differs from the commit before. */
    private List<HistoryEntry> changes(BlockId id, TopicPath path, int limit) {
        if (commits.isEmpty()) {
            return List.of();
        }
        List<CommitSummary> touching = commits.get().log(Integer.MAX_VALUE, Optional.of(path.value()));
        List<HistoryEntry> changes = new ArrayList<>();
        for (int i = 0; i < touching.size() && changes.size() < limit; i++) {
            Optional<String> now = wording(touching.get(i), path, id);
            Optional<String> before =
                    i + 1 < touching.size() ? wording(touching.get(i + 1), path, id) : Optional.empty();
            if (!now.equals(before)) {
                changes.add(entry(touching.get(i)));
            }
        }
        return changes;
    }

    private Optional<String> wording(CommitSummary commit, TopicPath path, BlockId id) {
        return commits.flatMap(history -> history.read(commit.id(), path.value()))
                .map(bytes -> TopicParser.parse(path, new String(bytes, StandardCharsets.UTF_8)))
                .flatMap(topic -> find(topic, id).map(block -> LocalRead.markdown(topic, block)));
    }

    private static Optional<Block> find(Topic topic, BlockId id) {
        return topic.blocks().stream()
                .filter(block -> block.ids().contains(id.value())
                        || (block.legacy()
                                && block.groups().stream()
                                        .anyMatch(group -> group.labels().contains(id.value()))))
                .findFirst();
    }

    @Override
    public BlockOrigin why(BlockId id) {
        Snapshot snapshot = transactions.current();
        TopicPath path = snapshot.topics().topicOf(id.value()).orElseThrow(() -> LocalRead.noBlock(id));
        Topic topic = snapshot.topics().topic(path).orElseThrow(() -> LocalRead.noBlock(id));
        Block block = find(topic, id).orElseThrow(() -> LocalRead.noBlock(id));
        Map<String, ParsedArchive> archives = new HashMap<>();
        List<CitedTurn> evidence = new ArrayList<>();
        for (CitationGroup group : block.groups()) {
            for (String label : group.labels()) {
                topic.definition(label).ifPresent(definition -> cite(snapshot, path, definition, archives, evidence));
            }
        }
        return new BlockOrigin(id, path, block.content(), evidence, changes(id, path, Integer.MAX_VALUE));
    }

    private void cite(
            Snapshot snapshot,
            TopicPath path,
            Definition definition,
            Map<String, ParsedArchive> archives,
            List<CitedTurn> evidence) {
        for (SourceLink link : definition.sources()) {
            SourceTargets.resolve(path, link.target(), snapshot.sources())
                    .ifPresent(source -> evidence.add(cited(snapshot, definition, link, source, archives)));
        }
    }

    private CitedTurn cited(
            Snapshot snapshot,
            Definition definition,
            SourceLink link,
            ArchivedSource source,
            Map<String, ParsedArchive> archives) {
        ParsedArchive archive = archives.computeIfAbsent(source.path(), path -> transactions.archive(path, snapshot));
        String speaker = null;
        String stamp = null;
        String words = "";
        if (archive instanceof SourceArchive frames) {
            var frame = frames.frame(source.ref());
            speaker = frame.map(found -> found.label()).orElse(null);
            stamp = frame.map(found -> found.stamp()).orElse(null);
            words = frame.map(found -> found.content()).orElse("");
        } else if (archive instanceof LegacyArchive legacy) {
            var turn = legacy.turns().stream()
                    .filter(found -> found.ref().equals(source.ref()))
                    .findFirst();
            speaker = turn.map(found -> found.label()).orElse(null);
            stamp = turn.map(found -> found.stamp()).orElse(null);
            words = turn.map(found -> found.content()).orElse("");
        }
        return new CitedTurn(
                definition.when().orElse(null),
                link.label(),
                source.ref(),
                speaker,
                stamp == null || stamp.isEmpty() ? null : stamp,
                words);
    }
}
