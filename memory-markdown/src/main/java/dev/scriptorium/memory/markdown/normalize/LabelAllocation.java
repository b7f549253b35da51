package dev.scriptorium.memory.markdown.normalize;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.SourceLink;
import dev.scriptorium.memory.markdown.topic.Topic;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Gives local footnote labels their stable ones. A label belongs to its file, so each file has a map of its own. */
final class LabelAllocation {
    private final CommittedTopics committed;
    private final Set<TopicPath> edited;
    private final Set<String> used = new HashSet<>();

    LabelAllocation(CommittedTopics committed, Set<TopicPath> edited, Collection<Topic> drafts) {
        this.committed = committed;
        this.edited = edited;
        for (Topic draft : drafts) {
            for (String label : draft.definitions().keySet()) {
                if (!Definition.isLocal(label)) {
                    used.add(label);
                }
            }
        }
    }

    /** The stable label of every local one that the topic defines, in the order of the definitions. */
    Map<String, String> allocate(Topic draft) {
        Map<String, String> labels = new LinkedHashMap<>();
        for (Definition definition : draft.definitions().values()) {
            if (Definition.isLocal(definition.label())) {
                labels.put(definition.label(), stable(definition));
            }
        }
        return labels;
    }

    private String stable(Definition definition) {
        List<SourceLink> linked =
                definition.sources().stream().filter(link -> !link.bare()).toList();
        List<SourceLink> named = linked.isEmpty() ? definition.sources() : linked;
        String seed = named.stream().map(link -> Whitespace.trim(link.target())).collect(Collectors.joining("|"));
        for (int counter = 0; ; counter++) {
            String label = "e-" + Sha256.hex("evidence|" + definition.time() + "|" + seed + "|" + counter, 10);
            if (!isUsed(label)) {
                used.add(label);
                return label;
            }
        }
    }

    private boolean isUsed(String label) {
        return used.contains(label) || !edited.containsAll(committed.defining(label));
    }
}
