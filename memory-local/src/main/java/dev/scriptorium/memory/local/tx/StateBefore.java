package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The topics as they are before a change. Immutable, and readable for as long as it is held by a checkpoint; later, a
 * text that has been replaced since may be gone.
 *
 * @since 0.1
 */
public final class StateBefore {
    private final Revision revision;
    private final TopicTree topics;
    private final SortedSet<TopicPath> changing;

    StateBefore(Revision revision, TopicTree topics, SortedSet<TopicPath> changing) {
        this.revision = revision;
        this.topics = topics;
        this.changing = Collections.unmodifiableSortedSet(new TreeSet<>(changing));
    }

    /** The revision. */
    public Revision revision() {
        return revision;
    }

    /** Every topic, in path order. */
    public SortedSet<TopicPath> topics() {
        return Collections.unmodifiableSortedSet(new TreeSet<>(topics.paths()));
    }

    /** The text of a topic, byte for byte; empty when there is none. */
    public Optional<String> text(TopicPath path) {
        return topics.text(path);
    }

    /** The topics that the change creates, changes or removes. */
    public SortedSet<TopicPath> changing() {
        return changing;
    }
}
