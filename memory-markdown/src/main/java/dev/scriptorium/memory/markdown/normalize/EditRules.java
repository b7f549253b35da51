package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.Trust;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.LineFinder;
import dev.scriptorium.memory.markdown.topic.Link;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.validate.Rule;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The rules of an edit as a whole: one id one block, links that lead somewhere, citations allowed, nothing lost. */
final class EditRules {
    private static final int NAMED_AT_MOST = 5;

    private final CommittedTopics committed;
    private final FormerBlocks formers;
    private final EditedTopics edited;
    private final SourceCatalog sources;
    private final EditPolicy policy;
    private final Consumer<Violation> violations;

    EditRules(
            CommittedTopics committed,
            EditedTopics edited,
            SourceCatalog sources,
            EditPolicy policy,
            Consumer<Violation> violations) {
        this.committed = committed;
        this.formers = new FormerBlocks(committed);
        this.edited = edited;
        this.sources = sources;
        this.policy = policy;
        this.violations = violations;
    }

    void check() {
        checkIdsOnce();
        edited.topics()
                .values()
                .forEach(topic -> topic.ifPresent(present -> {
                    for (Block block : present.blocks()) {
                        List<FormerBlocks.Former> before = formers.of(block);
                        checkLinks(present, block, before);
                        checkCitations(present, block, before);
                    }
                }));
        checkRemoved();
    }

    private void checkIdsOnce() {
        Map<TopicPath, Map<String, Integer>> lines = new HashMap<>();
        edited.homes().forEach((id, paths) -> {
            Optional<TopicPath> other =
                    committed.topicOf(id).filter(path -> !edited.topics().containsKey(path));
            if (paths.size() > 1 || other.isPresent()) {
                TopicPath path = paths.get(paths.size() - 1);
                int line = lines.computeIfAbsent(path, this::lastLines).getOrDefault(id, 0);
                violations.accept(
                        Rule.DUPLICATE_ID.at(path, line, "^" + id + " also in " + other.orElse(paths.get(0))));
            }
        });
    }

    /** The last line at which each id of an edited topic stands. */
    private Map<String, Integer> lastLines(TopicPath path) {
        Map<String, Integer> lines = new HashMap<>();
        edited.topics()
                .getOrDefault(path, Optional.empty())
                .ifPresent(topic -> topic.blocks()
                        .forEach(block -> EditedTopics.ids(block).forEach(id -> lines.put(id, block.line()))));
        return lines;
    }

    private void checkLinks(Topic topic, Block block, List<FormerBlocks.Former> before) {
        boolean changed = before.isEmpty() || !before.get(0).block().raw().equals(block.raw());
        LineFinder lines = block.lineFinder();
        for (Link link : block.links()) {
            Optional<String> id = link.blockId();
            if (id.isPresent()) {
                if (edited.home(id.get()).isEmpty()) {
                    violations.accept(
                            Rule.DANGLING_LINK.at(topic.path(), lines.lineAt(link.start()), "a link to ^" + id.get()));
                }
            } else if (changed && BlockLinks.namesWholeTopic(topic.path(), link)) {
                violations.accept(
                        Rule.TOPIC_LINK_WITHOUT_BLOCK.at(topic.path(), lines.lineAt(link.start()), link.target()));
            }
        }
    }

    private void checkCitations(Topic topic, Block block, List<FormerBlocks.Former> before) {
        Set<SourceRef> had = refs(before);
        for (CitationGroup group : block.groups()) {
            for (String label : group.labels()) {
                topic.definition(label)
                        .ifPresent(definition ->
                                definition.sources().forEach(link -> checkSource(topic, definition, link, had)));
            }
        }
    }

    /** What a block cites already, under any of its ids: a merge carries the evidence of all of them. */
    private Set<SourceRef> refs(List<FormerBlocks.Former> formers) {
        Set<SourceRef> refs = new HashSet<>();
        for (FormerBlocks.Former former : formers) {
            Topic topic = former.topic();
            former.block()
                    .groups()
                    .forEach(group -> group.labels()
                            .forEach(label -> topic.definition(label)
                                    .ifPresent(definition ->
                                            refs.addAll(SourceRetargeting.refs(topic.path(), definition, sources)))));
        }
        return refs;
    }

    private void checkSource(Topic topic, Definition definition, SourceLink link, Set<SourceRef> had) {
        Optional<ArchivedSource> source = SourceTargets.resolve(topic.path(), link.target(), sources);
        if (source.isEmpty()) {
            violations.accept(Rule.SOURCE_UNRESOLVABLE.at(topic.path(), definition.line(), link.target()));
        } else if (!had.contains(source.get().ref())) {
            if (source.get().trust() == Trust.PENDING && !policy.mayCitePending()) {
                violations.accept(Rule.SOURCE_PENDING.at(
                        topic.path(), definition.line(), source.get().ref().value()));
            } else if (!policy.mayCite(source.get().ref())) {
                violations.accept(Rule.SOURCE_NOT_ALLOWED.at(
                        topic.path(), definition.line(), source.get().ref().value()));
            }
        }
    }

    private void checkRemoved() {
        Set<BlockId> removed = edited.removedIds();
        for (BlockId id : removed) {
            for (TopicPath linking : committed.linkingTo(id.value())) {
                if (!edited.topics().containsKey(linking)) {
                    violations.accept(Rule.DANGLING_LINK.in(linking, "a link to ^" + id + ", which this edit removes"));
                }
            }
        }
        EditPolicy.LossGuard guard = policy.guard();
        if (guard != null && removed.size() > guard.allowed()) {
            violations.accept(Rule.LOSS_GUARD.in(
                    firstPathOf(removed), removed.size() + " of " + guard.shown() + " blocks gone: " + named(removed)));
            return;
        }
        Set<BlockId> refused = removed.stream()
                .filter(id -> !policy.mayRemove(id.value()))
                .collect(Collectors.toCollection(java.util.TreeSet::new));
        if (!refused.isEmpty()) {
            violations.accept(Rule.BLOCK_REMOVED.in(firstPathOf(refused), named(refused)));
        }
    }

    private TopicPath firstPathOf(Set<BlockId> ids) {
        return ids.stream()
                .flatMap(id -> committed.topicOf(id.value()).stream())
                .findFirst()
                .orElse(TopicPath.CORE);
    }

    private static String named(Set<BlockId> ids) {
        String some = ids.stream().limit(NAMED_AT_MOST).map(id -> "^" + id).collect(Collectors.joining(", "));
        return ids.size() > NAMED_AT_MOST ? some + ", and " + (ids.size() - NAMED_AT_MOST) + " more" : some;
    }
}
