package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.EvidenceId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import dev.scriptorium.memory.markdown.validate.Rule;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import dev.scriptorium.memory.markdown.validate.TopicRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The way of every edit from what somebody wrote to what may be installed: rules, ids, source links, pruning, links
 * between topics, and the rules of the edit as a whole. Pure: the same edit of the same state gives the same bytes.
 *
 * @since 0.1
 */
public final class TopicNormalizer {
    private final CommittedTopics committed;
    private final SourceCatalog sources;
    private final EditPolicy policy;
    private final TopicLimits limits;
    private final List<Violation> violations = new ArrayList<>();
    private final Map<String, BlockId> blockIds = new HashMap<>();
    private final Map<TopicPath, Map<String, String>> labels = new LinkedHashMap<>();

    private TopicNormalizer(CommittedTopics committed, SourceCatalog sources, EditPolicy policy, TopicLimits limits) {
        this.committed = committed;
        this.sources = sources;
        this.policy = policy;
        this.limits = limits;
    }

    /**
     * Makes an edit canonical.
     *
     * @param edit the new text of every edited file; empty deletes it
     * @return what differs from the committed topics; without files when nothing does
     * @throws MemoryException {@code INVALID_TOPIC_FORMAT} with every violation found, or {@code INVALID_ARGUMENT} when
     *     only names are at fault
     */
    public static NormalizedEdit normalize(
            Map<TopicPath, Optional<String>> edit,
            CommittedTopics committed,
            SourceCatalog sources,
            EditPolicy policy,
            TopicLimits limits) {
        return new TopicNormalizer(committed, sources, policy, limits).run(new TreeMap<>(edit));
    }

    private NormalizedEdit run(SortedMap<TopicPath, Optional<String>> edit) {
        edit.entrySet().removeIf(entry -> entry.getValue().equals(committed.text(entry.getKey())));
        if (!policy.mayHaveAnyName()) {
            PathRules.check(edit, committed, violations::add);
        }
        for (Map.Entry<TopicPath, Optional<String>> file : edit.entrySet()) {
            file.getValue()
                    .ifPresent(text -> violations.addAll(TopicRules.check(
                            file.getKey(), withIdsAtHome(file.getKey(), text), limits, this::isKnown)));
        }
        stopAtViolations();

        SortedMap<TopicPath, Topic> drafts = new TreeMap<>();
        edit.forEach((path, text) ->
                text.ifPresent(present -> drafts.put(path, DetachedIds.attach(TopicParser.parse(path, present)))));
        canonicalise(edit.keySet(), drafts);
        SortedMap<TopicPath, Optional<Topic>> pruned = new TreeMap<>();
        edit.keySet().forEach(path -> pruned.put(path, prune(path, drafts.get(path))));
        stopAtViolations();

        EditedTopics edited = new EditedTopics(committed, pruned);
        edited.repairLinks();
        new EditRules(committed, edited, sources, policy, violations::add).check();
        edited.topics().values().forEach(topic -> topic.ifPresent(this::checkCanonicalSize));
        stopAtViolations();
        return new NormalizedEdit(edited.changes(), blockIds, evidenceIds(), edited.removedIds());
    }

    /** The text with ids that stand alone below their block brought home; the same text when there are none. */
    private static String withIdsAtHome(TopicPath path, String text) {
        Topic topic = TopicParser.parse(path, text);
        Topic attached = DetachedIds.attach(topic);
        return attached == topic ? text : attached.text();
    }

    private boolean isKnown(String id) {
        return committed.topicOf(id).isPresent() || policy.issuedBefore(id);
    }

    private void canonicalise(Set<TopicPath> edited, SortedMap<TopicPath, Topic> drafts) {
        LabelAllocation labelAllocation = new LabelAllocation(committed, edited, drafts.values());
        drafts.forEach((path, draft) -> labels.put(path, labelAllocation.allocate(draft)));
        BlockIdAllocation ids = new BlockIdAllocation(committed);
        drafts.replaceAll((path, draft) -> {
            SourceRetargeting retargeting = new SourceRetargeting(draft, committed, sources);
            Map<String, String> own = labels.getOrDefault(path, Map.of());
            int[] count = {0};
            return TopicRewriter.rewrite(
                    draft,
                    block -> block(path, block, own, ids, count),
                    definition ->
                            TopicRewriter.definition(definition, own, link -> retargeting.retarget(definition, link)));
        });
    }

    private String block(TopicPath path, Block block, Map<String, String> own, BlockIdAllocation ids, int[] count) {
        String body = TopicRewriter.withoutInvented(block, this::isKnown);
        List<String> kept =
                new ArrayList<>(block.ids().stream().filter(this::isKnown).toList());
        if (kept.isEmpty() && !block.groups().isEmpty() && !block.legacy()) {
            String id = ids.allocate(path, body);
            blockIds.put(path.value() + "#" + count[0]++, new BlockId(id));
            kept.add(id);
        }
        String words = TopicRewriter.relabel(body, own);
        StringBuilder out = new StringBuilder(kept.isEmpty() ? words : Whitespace.trimEnd(words));
        kept.forEach(id -> out.append(" ^").append(id));
        return out.toString();
    }

    private Optional<Topic> prune(TopicPath path, @org.jspecify.annotations.Nullable Topic draft) {
        if (draft == null) {
            return Optional.empty();
        }
        String text = TopicRewriter.finish(Pruner.prune(draft, committed.topic(path), violations::add));
        return text.isEmpty() ? Optional.empty() : Optional.of(TopicParser.parse(path, text));
    }

    private void checkCanonicalSize(Topic topic) {
        int bytes = topic.text().getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
        if (bytes > limits.fileBytes()) {
            violations.add(
                    Rule.LIMIT.in(topic.path(), bytes + " bytes once canonical, more than " + limits.fileBytes()));
        }
    }

    /** A local label names its stable one; with its path where several files of the edit use the same label. */
    private Map<String, EvidenceId> evidenceIds() {
        Set<String> seen = new HashSet<>();
        Set<String> shared = new HashSet<>();
        labels.values()
                .forEach(own -> own.keySet().forEach(label -> {
                    if (!seen.add(label)) {
                        shared.add(label);
                    }
                }));
        Map<String, EvidenceId> ids = new HashMap<>();
        labels.forEach((path, own) -> own.forEach((label, stable) ->
                ids.put(shared.contains(label) ? path.value() + "#" + label : label, new EvidenceId(stable))));
        return ids;
    }

    private void stopAtViolations() {
        if (violations.isEmpty()) {
            return;
        }
        boolean namesOnly =
                violations.stream().allMatch(violation -> violation.rule().equals(Rule.PORTABLE_PATH.id()));
        throw new MemoryException(
                namesOnly ? ErrorCode.INVALID_ARGUMENT : ErrorCode.INVALID_TOPIC_FORMAT,
                violations.size() == 1
                        ? violations.get(0).toString()
                        : violations.size() + " rules broken; the first: " + violations.get(0),
                violations);
    }
}
