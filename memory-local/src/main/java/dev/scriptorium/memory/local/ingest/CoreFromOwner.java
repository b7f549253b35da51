package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.AuthorityTier;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceArchive;
import dev.scriptorium.memory.markdown.source.SourceMetadata;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What writers may bring into the topic that every session starts with: evidence from turns of the owner's tier, as the
 * archive says it, wherever it stood before. What people put there is theirs to decide.
 */
final class CoreFromOwner {
    private CoreFromOwner() {}

    /**
     * Refuses an edit that brings what others said into the core topic.
     *
     * @throws MemoryException {@code INVALID_TOPIC_FORMAT} with {@code source-not-allowed}
     */
    static void require(Map<TopicPath, Optional<String>> edits, Snapshot base, Transactions transactions) {
        Optional<String> core = edits.getOrDefault(TopicPath.CORE, Optional.empty());
        if (core.isEmpty()) {
            return;
        }
        Set<SourceRef> before = new HashSet<>();
        base.topics()
                .text(TopicPath.CORE)
                .ifPresent(text -> definitions(text)
                        .forEach(definition -> sources(definition, base).forEach(source -> before.add(source.ref()))));
        List<Violation> broken = new ArrayList<>();
        for (Definition definition : definitions(core.get())) {
            for (ArchivedSource source : sources(definition, base)) {
                if (!before.contains(source.ref()) && !isOwners(source, base, transactions)) {
                    broken.add(new Violation(
                            TopicPath.CORE.value(),
                            definition.line() + 1,
                            "source-not-allowed",
                            "in this topic, turns of the owner",
                            "a turn of somebody else",
                            "put it into another topic"));
                }
            }
        }
        if (!broken.isEmpty()) {
            throw new MemoryException(
                    ErrorCode.INVALID_TOPIC_FORMAT, "topics/core.md is for what the owner said", broken);
        }
    }

    private static Iterable<Definition> definitions(String text) {
        return TopicParser.parse(TopicPath.CORE, text).definitions().values();
    }

    private static List<ArchivedSource> sources(Definition definition, Snapshot base) {
        List<ArchivedSource> sources = new ArrayList<>();
        for (SourceLink link : definition.sources()) {
            SourceTargets.resolve(TopicPath.CORE, link.target(), base.sources()).ifPresent(sources::add);
        }
        return sources;
    }

    /** Archives from before tiers say nothing, and count as the owner's. */
    private static boolean isOwners(ArchivedSource source, Snapshot base, Transactions transactions) {
        return !(transactions.archive(source.path(), base) instanceof SourceArchive archive)
                || archive.frame(source.ref())
                        .map(frame -> {
                            SourceMetadata metadata = frame.metadata();
                            return metadata == null || metadata.tier() == AuthorityTier.OWNER;
                        })
                        .orElse(false);
    }
}
