package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.history.BlockEvent;
import dev.scriptorium.memory.local.history.BlockWording;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What one commit did to one block. Immutable.
 *
 * @since 0.1
 */
public final class BlockChange {
    private final HistoryEntry commit;
    private final Set<BlockEvent> events;
    private final List<BlockWording> before;
    private final List<BlockWording> after;

    BlockChange(HistoryEntry commit, Set<BlockEvent> events, List<BlockWording> before, List<BlockWording> after) {
        this.commit = commit;
        this.events = Collections.unmodifiableSet(new TreeSet<>(events));
        this.before = List.copyOf(before);
        this.after = List.copyOf(after);
    }

    /** The commit. */
    public HistoryEntry commit() {
        return commit;
    }

    /** What it did, at least one thing. */
    public Set<BlockEvent> events() {
        return events;
    }

    /** How it stood before; several blocks where they were not one yet, none where it was not there. */
    public List<BlockWording> before() {
        return before;
    }

    /** How it stood after; several blocks where they are not one, none where it was gone. */
    public List<BlockWording> after() {
        return after;
    }

    /** Where it stood after, or stood last where it was gone. */
    public TopicPath path() {
        return (after.isEmpty() ? before : after).get(0).path();
    }
}
