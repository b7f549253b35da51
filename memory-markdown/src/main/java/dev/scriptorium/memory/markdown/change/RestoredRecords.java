package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.CommittedTopics;
import dev.scriptorium.memory.markdown.source.ArchivedSource;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Block;
import dev.scriptorium.memory.markdown.topic.CitationGroup;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Element;
import dev.scriptorium.memory.markdown.topic.Opaque;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Puts blocks back as they once stood, with their evidence: in the place of the block that answers to their id now, or,
 * where none does, beside the neighbour they had, or under the headings they had. Ids, links and pruning are left to what
 * makes every edit canonical.
 *
 * @since 0.1
 */
public final class RestoredRecords {
    private static final String LABEL = "new-evidence-restored-";

    private final Drafts drafts;
    private final CommittedTopics committed;
    private final SourceCatalog sources;
    private final Map<String, List<String>> written = new HashMap<>();
    private int relabelled;

    private RestoredRecords(CommittedTopics committed, SourceCatalog sources) {
        this.drafts = new Drafts(committed);
        this.committed = committed;
        this.sources = sources;
    }

    /**
     * A block as it stood.
     *
     * @param topic the topic then
     * @param block a block of it
     * @since 0.1
     */
    public record Then(Topic topic, Block block) {}

    /**
     * Stages the return of one block. Pure.
     *
     * @param id the block
     * @param then how it stood: first the block that answered to the id; after it, where it has absorbed others since,
     *     each of those, so that nothing of them is lost
     * @param committed the state that it is put into
     * @param sources the archives now
     * @throws dev.scriptorium.memory.api.MemoryException {@code INVALID_ARGUMENT} when the place swallows what is put
     *     there
     */
    public static StagedEdit stage(BlockId id, List<Then> then, CommittedTopics committed, SourceCatalog sources) {
        RestoredRecords restoring = new RestoredRecords(committed, sources);
        Optional<TopicDraft> home = restoring.drafts.holding(id);
        if (home.isPresent()) {
            restoring.inPlace(id, then, home.get());
        } else {
            restoring.anew(then.get(0));
        }
        return new StagedEdit(restoring.drafts.texts(), Set.of());
    }

    private void inPlace(BlockId id, List<Then> then, TopicDraft draft) {
        Part old = draft.record(id.value()).orElseThrow();
        Set<String> left = new LinkedHashSet<>(RecordIds.of(old.block()));
        then.forEach(one -> RecordIds.of(one.block()).forEach(left::remove));
        Set<String> present = new LinkedHashSet<>(RecordIds.of(old.block()));
        List<Part> parts = new ArrayList<>();
        List<List<Part>> evidence = new ArrayList<>();
        for (Then one : then) {
            // What answers to no block of that time stays with the block that was asked for.
            List<String> ids = new ArrayList<>(parts.isEmpty() && !old.block().legacy() ? left : Set.of());
            ids.addAll(free(one.block(), present));
            List<Part> definitions = new ArrayList<>();
            parts.add(block(one, ids, draft, old.block().headings(), Optional.of(old), definitions));
            evidence.add(definitions);
        }
        if (parts.size() == 1 && parts.get(0).text().equals(old.text()) && isSame(evidence.get(0), draft)) {
            return;
        }
        List<String> own = RecordIds.labels(old.block()).stream()
                .filter(label -> !draft.citedBeside(label, old))
                .toList();
        Part last = old;
        for (int i = 0; i < parts.size(); i++) {
            if (i == 0) {
                draft.replace(old, parts.get(0));
                own.forEach(label -> draft.definition(label).ifPresent(draft::remove));
                draft.isolate(parts.get(0));
            } else {
                draft.insert(last, parts.get(i));
            }
            last = put(draft, parts.get(i), evidence.get(i));
        }
    }

    private boolean isSame(List<Part> evidence, TopicDraft draft) {
        return evidence.stream()
                .allMatch(part -> draft.definition(((Definition) part.element()).label())
                        .filter(there -> there.text().equals(part.text()))
                        .isPresent());
    }

    /** Puts definitions behind their block; returns the last part. */
    private static Part put(TopicDraft draft, Part block, List<Part> evidence) {
        Part last = block;
        for (Part definition : evidence) {
            if (draft.definition(((Definition) definition.element()).label()).isEmpty()) {
                draft.insert(last, definition);
                last = definition;
            }
        }
        return TopicDraft.lastOf(block);
    }

    private void anew(Then then) {
        TopicPath path = then.topic().path();
        TopicDraft draft = drafts.at(path);
        if (!committed.contains(path)) {
            copyHead(then.topic(), draft);
        }
        List<Part> evidence = new ArrayList<>();
        Part place = place(then, draft);
        Part block =
                block(then, free(then.block(), Set.of()), draft, then.block().headings(), Optional.empty(), evidence);
        draft.insert(place, block);
        put(draft, block, evidence);
    }

    /** What stood above the first block: its title, and whose topic it is. */
    private static void copyHead(Topic topic, TopicDraft draft) {
        int at = 0;
        Part last = draft.outside();
        for (Element element : topic.elements()) {
            boolean structure = element instanceof Opaque opaque && opaque.kind() != Opaque.Kind.CODE;
            if (!structure && !(element instanceof dev.scriptorium.memory.markdown.topic.Heading)) {
                return;
            }
            Part part = Part.of(topic.path(), element, topic.lines(), at);
            draft.insert(last, part);
            last = part;
            at = element.endLine();
        }
    }

    /** Behind the nearest neighbour above that is still there, else before the nearest below, else where its headings are. */
    private static Part place(Then then, TopicDraft draft) {
        List<Block> section = then.topic().blocks().stream()
                .filter(block -> block.headings().equals(then.block().headings()))
                .toList();
        int own = section.indexOf(then.block());
        for (int i = own - 1; i >= 0; i--) {
            Optional<Part> above = standing(section.get(i), draft);
            if (above.isPresent()) {
                return TopicDraft.lastOf(above.get());
            }
        }
        for (int i = own + 1; i < section.size(); i++) {
            Optional<Part> below = standing(section.get(i), draft);
            if (below.isPresent()) {
                return TopicDraft.firstOf(below.get()).before;
            }
        }
        Destination destination = new Destination(draft.path(), then.block().headings(), Position.END, null);
        return Placement.find(draft, destination, 0);
    }

    /** Where a neighbour is now, if it still stands under the same headings. */
    private static Optional<Part> standing(Block block, TopicDraft draft) {
        return RecordIds.of(block).stream()
                .flatMap(id -> draft.record(id).stream())
                .filter(part -> part.block().headings().equals(block.headings()))
                .findFirst();
    }

    /** The ids that it had then, but for those that stand elsewhere now. */
    private List<String> free(Block block, Set<String> own) {
        return block.legacy()
                ? List.of()
                : block.ids().stream()
                        .filter(id -> own.contains(id) || committed.topicOf(id).isEmpty())
                        .toList();
    }

    /** The block as a part of a draft; its definitions, as they are to be written there, are added to the list. */
    private Part block(
            Then then,
            List<String> ids,
            TopicDraft draft,
            List<String> headings,
            Optional<Part> replaced,
            List<Part> evidence) {
        Map<String, String> labels = new HashMap<>();
        for (String label : RecordIds.labels(then.block())) {
            then.topic().definition(label).ifPresent(definition -> {
                List<String> meaning = meaning(then.topic().path(), definition);
                boolean other = !meaning.equals(written.getOrDefault(label, meaning))
                        || draft.definition(label)
                                .filter(there -> !isOnlyOf(label, replaced, draft))
                                .filter(there -> !meaning(there.origin(), (Definition) there.element())
                                        .equals(meaning))
                                .isPresent();
                String name = other ? unused() : label;
                written.putIfAbsent(name, meaning);
                labels.put(label, name);
                evidence.add(Part.definition(draft.path(), line(then.topic(), definition, name, draft.path())));
            });
        }
        StringBuilder text = new StringBuilder();
        String raw = then.block().raw();
        int from = 0;
        for (CitationGroup group : then.block().groups()) {
            text.append(raw, from, group.start());
            group.labels()
                    .forEach(label -> text.append("[^")
                            .append(labels.getOrDefault(label, label))
                            .append(']'));
            from = group.end();
        }
        text.append(raw, from, Math.max(from, then.block().idsStart()));
        ids.forEach(id -> text.append(" ^").append(id));
        return Part.block(draft.path(), headings, text.toString());
    }

    /** Whether a definition goes with the block that is replaced. */
    private static boolean isOnlyOf(String label, Optional<Part> replaced, TopicDraft draft) {
        return replaced.isPresent()
                && RecordIds.labels(replaced.get().block()).contains(label)
                && !draft.citedBeside(label, replaced.get());
    }

    private String unused() {
        String label;
        do {
            label = LABEL + ++relabelled;
        } while (drafts.defines(label));
        return label;
    }

    private List<String> meaning(TopicPath path, Definition definition) {
        List<String> meaning = new ArrayList<>();
        meaning.add(definition.time());
        for (SourceLink link : definition.sources()) {
            meaning.add(SourceTargets.resolve(path, link.target(), sources)
                    .map(source -> source.ref().value())
                    .orElse(link.target()));
        }
        return meaning;
    }

    /** The definition as it is written in a file; as it was where links lead to the same place from there. */
    private String line(Topic then, Definition definition, String label, TopicPath to) {
        if (label.equals(definition.label()) && directory(then.path()).equals(directory(to))) {
            return then.lines().get(definition.line());
        }
        List<String> links = new ArrayList<>();
        for (SourceLink link : definition.sources()) {
            Optional<ArchivedSource> source = SourceTargets.resolve(then.path(), link.target(), sources);
            String target = source.map(found -> SourceTargets.render(to, found)).orElse(link.target());
            links.add("[" + link.label() + "](" + target + ")");
        }
        return "[^" + label + "]: Time: `" + definition.time() + "`; Sources: " + String.join(", ", links);
    }

    private static String directory(TopicPath path) {
        return path.value().substring(0, path.value().lastIndexOf('/'));
    }
}
