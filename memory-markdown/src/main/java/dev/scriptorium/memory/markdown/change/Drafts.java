package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.CommittedTopics;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The topics that a request looks at or changes, read once each, and where its records stand by now. */
final class Drafts {
    private final CommittedTopics committed;
    private final SortedMap<TopicPath, TopicDraft> drafts = new TreeMap<>();
    private final Map<String, TopicPath> moved = new HashMap<>();

    Drafts(CommittedTopics committed) {
        this.committed = committed;
    }

    /** The draft of a topic, whether it exists or not. */
    TopicDraft at(TopicPath path) {
        return drafts.computeIfAbsent(path, key -> TopicDraft.of(key, committed.topic(key)));
    }

    /** The topic in which a record stands now. */
    Optional<TopicDraft> holding(BlockId id) {
        TopicPath path = moved.get(id.value());
        Optional<TopicPath> home = path == null ? committed.topicOf(id.value()) : Optional.of(path);
        return home.map(this::at).filter(draft -> draft.record(id.value()).isPresent());
    }

    /** The same for a record that must exist. */
    TopicDraft holding(int item, BlockId id) {
        return holding(id).orElseThrow(() -> Refusal.notFound(item, id));
    }

    Part record(int item, BlockId id) {
        return holding(item, id).record(id.value()).orElseThrow(() -> Refusal.notFound(item, id));
    }

    void moved(String id, TopicPath to) {
        moved.put(id, to);
    }

    /** Whether a label stands in any topic already. */
    boolean defines(String label) {
        return !committed.defining(label).isEmpty();
    }

    /**
     * The texts of the topics changed.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when what was written would be read as part of something else
     */
    SortedMap<TopicPath, Optional<String>> texts() {
        SortedMap<TopicPath, Optional<String>> texts = new TreeMap<>();
        drafts.forEach((path, draft) -> {
            if (draft.touched()) {
                draft.swallowedAt().ifPresent(line -> {
                    throw new MemoryException(
                            ErrorCode.INVALID_ARGUMENT,
                            path + ":" + line + " would be swallowed by what stands above it; close the code or comment"
                                    + " there first, or choose another place");
                });
                texts.put(path, Optional.of(draft.text()));
            }
        });
        return texts;
    }
}
