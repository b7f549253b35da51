package dev.scriptorium.memory.local.ingest;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.writer.Stage;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** A stage in memory: the topics of a snapshot under the edits made so far. */
final class OverlayStage implements Stage {
    private final Snapshot base;
    private final Map<TopicPath, Optional<String>> edits = new TreeMap<>();
    private final Set<TopicPath> shown;

    /**
     * A stage without edits.
     *
     * @param shown takes the topics that are read, or asked for: what a writer was shown
     */
    OverlayStage(Snapshot base, Set<TopicPath> shown) {
        this.base = base;
        this.shown = shown;
    }

    @Override
    public SortedSet<TopicPath> topics() {
        SortedSet<TopicPath> topics = new TreeSet<>(base.topics().paths());
        edits.forEach((path, text) -> {
            if (text.isPresent()) {
                topics.add(path);
            } else {
                topics.remove(path);
            }
        });
        return Collections.unmodifiableSortedSet(topics);
    }

    @Override
    public Optional<String> read(TopicPath path) {
        shown.add(path);
        Optional<String> edited = edits.get(path);
        return edited != null ? edited : base.topics().text(path);
    }

    @Override
    public void write(TopicPath path, String text) {
        requireWhole(path);
        if (base.topics().text(path).isEmpty()) {
            TopicPath.of(path.value());
        }
        edits.put(path, Optional.of(text));
    }

    @Override
    public void delete(TopicPath path) {
        requireWhole(path);
        edits.put(path, Optional.empty());
    }

    /** A file that somebody is in the middle of editing is left alone; the writer may try again when it is mended. */
    private void requireWhole(TopicPath path) {
        if (base.quarantined().containsKey(path)) {
            throw new MemoryException(
                    ErrorCode.CONCURRENT_UPDATE,
                    "somebody's edit of " + path + " must be mended before it is written to");
        }
    }

    /** The edits that differ from the snapshot. */
    Map<TopicPath, Optional<String>> edits() {
        Map<TopicPath, Optional<String>> changed = new TreeMap<>(edits);
        changed.entrySet().removeIf(edit -> edit.getValue().equals(base.topics().text(edit.getKey())));
        return changed;
    }
}
