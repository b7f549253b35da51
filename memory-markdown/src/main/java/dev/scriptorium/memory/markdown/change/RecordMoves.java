package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.source.SourceCatalog;
import dev.scriptorium.memory.markdown.source.SourceTargets;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.RelativePaths;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Moves records with their evidence from draft to draft. The links of the evidence are left as they were written. */
final class RecordMoves {
    private final Drafts drafts;
    private final SourceCatalog sources;

    RecordMoves(Drafts drafts, SourceCatalog sources) {
        this.drafts = drafts;
        this.sources = sources;
    }

    void move(int item, MoveRecords change) {
        Destination destination = change.destination();
        TopicDraft to = drafts.at(destination.topic());
        BlockId anchor = destination.anchor();
        if (anchor != null) {
            Placement.requireAnchor(to, destination, anchor, item);
        }
        Map<Part, TopicDraft> moving = new LinkedHashMap<>();
        for (BlockId id : change.ids()) {
            moving.put(drafts.record(item, id), drafts.holding(item, id));
        }
        Map<Part, List<Part>> evidence = evidence(item, moving, to);
        moving.forEach((part, from) -> from.remove(part));
        moving.forEach((part, from) -> from.removeUncited(RecordIds.labels(part.block())));

        Part last = Placement.find(to, destination, item);
        for (Part part : moving.keySet()) {
            Part block = Part.block(to.path(), destination.headings(), part.text());
            to.insert(last, block);
            last = block;
            for (Part definition : evidence.getOrDefault(part, List.of())) {
                String label = ((Definition) definition.element()).label();
                // Shared with a block that stayed, or that moved before.
                if (to.definition(label).isEmpty()) {
                    Part copy = Part.definition(definition.origin(), definition.text());
                    to.insert(last, copy);
                    last = copy;
                }
            }
            RecordIds.of(block.block()).forEach(id -> drafts.moved(id, to.path()));
        }
    }

    /** The definitions that go with each block, in the order in which they stood. */
    private Map<Part, List<Part>> evidence(int item, Map<Part, TopicDraft> moving, TopicDraft to) {
        Map<Part, List<Part>> evidence = new HashMap<>();
        Map<String, List<String>> meanings = new HashMap<>();
        moving.forEach((part, from) -> {
            List<Part> own = new ArrayList<>();
            for (String label : RecordIds.labels(part.block())) {
                from.definition(label).ifPresent(definition -> {
                    own.add(definition);
                    if (from != to) {
                        to.definition(label).ifPresent(other -> meanings.putIfAbsent(label, meaning(other)));
                    }
                    List<String> meaning = meaning(definition);
                    if (!meanings.computeIfAbsent(label, key -> meaning).equals(meaning)) {
                        throw Refusal.change(
                                item,
                                ErrorCode.INVALID_ARGUMENT,
                                "[^" + label + "] means different evidence in " + from.path()
                                        + " and where it would meet it in " + to.path());
                    }
                });
            }
            own.sort(Comparator.comparingInt(Part::order));
            evidence.put(part, own);
        });
        return evidence;
    }

    /** The time and the turns of a definition, however its links are written. */
    private List<String> meaning(Part part) {
        Definition definition = (Definition) part.element();
        List<String> meaning = new ArrayList<>();
        meaning.add(definition.time());
        for (SourceLink link : definition.sources()) {
            meaning.add(SourceTargets.resolve(part.origin(), link.target(), sources)
                    .map(source -> source.ref().value())
                    .or(() -> RelativePaths.resolve(part.origin().value(), link.target()))
                    .orElse(link.target()));
        }
        return meaning;
    }
}
