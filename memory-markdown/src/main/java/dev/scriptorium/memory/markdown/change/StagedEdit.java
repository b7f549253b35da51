package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.CommittedTopics;
import dev.scriptorium.memory.markdown.normalize.EditPolicy;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a request makes of the topics, not yet canonical and not yet checked against the rules, and the ids that it
 * names as going. Immutable.
 *
 * @since 0.1
 */
public final class StagedEdit {
    private final SortedMap<TopicPath, Optional<String>> files;
    private final SortedSet<String> removable;

    StagedEdit(Map<TopicPath, Optional<String>> files, Set<String> removable) {
        this.files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
        this.removable = Collections.unmodifiableSortedSet(new TreeSet<>(removable));
    }

    /** Files as they are to be; with them may go the ids of those deleted, and those named. */
    static StagedEdit ofFiles(
            Map<TopicPath, Optional<String>> files, Collection<BlockId> named, CommittedTopics committed) {
        Set<String> removable = new TreeSet<>();
        named.forEach(id -> removable.add(id.value()));
        files.forEach((path, text) -> {
            if (text.isEmpty()) {
                committed.topic(path).ifPresent(topic -> removable.addAll(RecordIds.of(topic)));
            }
        });
        return new StagedEdit(files, removable);
    }

    /** The text of every file that the request touches, in path order; empty where it is to go. */
    public SortedMap<TopicPath, Optional<String>> files() {
        return files;
    }

    /** The ids that the request names as going. */
    public SortedSet<String> removable() {
        return removable;
    }

    /** The policy, allowing what this request names to go. */
    public EditPolicy permittedBy(EditPolicy policy) {
        return policy.removing(removable);
    }
}
