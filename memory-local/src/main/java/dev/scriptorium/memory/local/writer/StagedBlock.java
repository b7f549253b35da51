package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.List;

/**
 * A block as it stands on a stage. Immutable.
 *
 * @since 0.1
 */
public final class StagedBlock {
    private final TopicPath topic;
    private final BlockId id;
    private final List<String> headings;
    private final String markdown;

    /**
     * A block.
     *
     * @param headings the headings above it, outermost first
     * @param markdown its lines and those of the definitions it cites
     */
    public StagedBlock(TopicPath topic, BlockId id, List<String> headings, String markdown) {
        this.topic = topic;
        this.id = id;
        this.headings = List.copyOf(headings);
        this.markdown = markdown;
    }

    /** The topic it stands in. */
    public TopicPath topic() {
        return topic;
    }

    /** Its own id. */
    public BlockId id() {
        return id;
    }

    /** The headings above it, outermost first. */
    public List<String> headings() {
        return headings;
    }

    /** Its lines and those of the definitions it cites. */
    public String markdown() {
        return markdown;
    }
}
