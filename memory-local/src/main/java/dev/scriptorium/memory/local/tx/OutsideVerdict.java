package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.CommittedTopics;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import dev.scriptorium.memory.markdown.normalize.NormalizedEdit;
import dev.scriptorium.memory.markdown.normalize.TopicNormalizer;
import dev.scriptorium.memory.markdown.normalize.TopicSummary;
import dev.scriptorium.memory.markdown.parse.TopicParser;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import dev.scriptorium.memory.markdown.validate.Rule;
import dev.scriptorium.memory.markdown.validate.TopicLimits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What the rules say of edits that people made in their own editors: judged together, because a block may have moved
 * from one file to another; one bad file is set aside and harms no other. Immutable.
 */
final class OutsideVerdict {
    private final Map<TopicPath, Optional<String>> canonical = new TreeMap<>();
    private final Map<TopicPath, List<Violation>> broken = new TreeMap<>();
    private Set<BlockId> removed = Set.of();

    private OutsideVerdict() {}

    /**
     * Judges edits.
     *
     * @param edits what people wrote, by file; empty where they removed it
     * @param committed what the memory holds
     * @param issued whether this workspace once gave out an id, so that it may come back
     */
    static OutsideVerdict on(
            Map<TopicPath, Optional<String>> edits,
            CommittedTopics committed,
            SourceCatalog sources,
            TopicLimits limits,
            Predicate<String> issued) {
        EditPolicy policy = EditPolicy.adopting(issued);
        OutsideVerdict verdict = new OutsideVerdict();
        Map<TopicPath, Optional<String>> rest = new TreeMap<>(edits);
        Judging byItself = path -> {
            try {
                TopicNormalizer.normalize(Map.of(path, rest.get(path)), committed, sources, policy, limits);
                return List.of();
            } catch (MemoryException broken) {
                return broken.violations();
            }
        };
        while (!rest.isEmpty()) {
            try {
                NormalizedEdit edit = TopicNormalizer.normalize(rest, committed, sources, policy, limits);
                for (TopicPath path : rest.keySet()) {
                    Optional<String> text = edit.files().get(path);
                    // What is not in the edit is what the memory holds, once canonical.
                    verdict.canonical.put(path, text == null ? committed.text(path) : text);
                }
                verdict.removed = edit.removed();
                return verdict;
            } catch (MemoryException e) {
                Map<TopicPath, List<Violation>> found = byFile(e.violations(), rest);
                if (found.isEmpty()) {
                    found = alone(rest, byItself);
                }
                if (found.isEmpty()) {
                    // They break a rule only together.
                    found = alone(rest, path -> e.violations());
                }
                if (found.isEmpty()) {
                    throw e;
                }
                Map<TopicPath, Optional<String>> copies = copies(e.violations(), rest, committed);
                Map<TopicPath, List<Violation>> aside = alone(copies, byItself);
                if (!aside.isEmpty()) {
                    // The originals are judged again without them.
                    found = aside;
                }
                verdict.broken.putAll(found);
                rest.keySet().removeAll(found.keySet());
            }
        }
        return verdict;
    }

    /** The new files that hold blocks which still stand where they stood: a copy has no right to their ids. */
    private static Map<TopicPath, Optional<String>> copies(
            List<Violation> violations, Map<TopicPath, Optional<String>> edits, CommittedTopics committed) {
        Map<TopicPath, Optional<String>> copies = new HashMap<>();
        if (violations.stream().anyMatch(violation -> violation.rule().equals(Rule.DUPLICATE_ID.id()))) {
            edits.forEach((path, text) -> {
                if (text.isPresent() && committed.text(path).isEmpty() && isCopy(path, text.get(), edits, committed)) {
                    copies.put(path, text);
                }
            });
        }
        return copies;
    }

    private static boolean isCopy(
            TopicPath path, String text, Map<TopicPath, Optional<String>> edits, CommittedTopics committed) {
        return TopicSummary.of(TopicParser.parse(path, text)).blockIds().stream()
                .anyMatch(id -> committed
                        .topicOf(id)
                        .flatMap(home -> edits.containsKey(home) ? edits.get(home) : committed.text(home))
                        .filter(original -> original.contains("^" + id))
                        .isPresent());
    }

    private static Map<TopicPath, List<Violation>> byFile(
            List<Violation> violations, Map<TopicPath, Optional<String>> edits) {
        Map<TopicPath, List<Violation>> byFile = new HashMap<>();
        for (Violation violation : violations) {
            for (TopicPath path : edits.keySet()) {
                if (path.value().equals(violation.path())) {
                    byFile.computeIfAbsent(path, key -> new ArrayList<>()).add(violation);
                }
            }
        }
        return byFile;
    }

    private interface Judging {
        List<Violation> of(TopicPath path);
    }

    private static Map<TopicPath, List<Violation>> alone(Map<TopicPath, Optional<String>> edits, Judging judging) {
        Map<TopicPath, List<Violation>> found = new HashMap<>();
        for (TopicPath path : new TreeSet<>(edits.keySet())) {
            List<Violation> violations = judging.of(path);
            if (!violations.isEmpty()) {
                found.put(path, violations);
            }
        }
        return found;
    }

    /** What a file says once it is canonical; empty when it is gone, or holds no record. */
    Optional<String> canonical(TopicPath path) {
        return canonical.getOrDefault(path, Optional.empty());
    }

    /** The rules that a file breaks. */
    List<Violation> broken(TopicPath path) {
        return broken.getOrDefault(path, List.of());
    }

    /** The blocks that exist no longer. */
    Set<BlockId> removed() {
        return removed;
    }
}
