package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One of the latest blocks. Immutable.
 *
 * @since 0.1
 */
public final class RecentEvent {
    private final BlockId id;
    private final @Nullable String when;
    private final String text;
    private final TopicPath path;
    private final List<String> headings;
    private final long order;

    RecentEvent(BlockId id, @Nullable String when, String text, TopicPath path, List<String> headings, long order) {
        this.id = id;
        this.when = when;
        this.text = text;
        this.path = path;
        this.headings = List.copyOf(headings);
        this.order = order;
    }

    /** Its own id. */
    public BlockId id() {
        return id;
    }

    /** The first date of its evidence. */
    public Optional<String> when() {
        return Optional.ofNullable(when);
    }

    /** Its words. */
    public String text() {
        return text;
    }

    /** Its topic. */
    public TopicPath path() {
        return path;
    }

    /** The headings above it. */
    public List<String> headings() {
        return headings;
    }

    /** Its number in the order of creation. */
    public long order() {
        return order;
    }
}
