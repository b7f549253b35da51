package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.List;

/**
 * A block as it stands in its topic. Immutable.
 *
 * @since 0.1
 */
public final class BlockText {
    private final BlockId id;
    private final TopicPath path;
    private final List<String> headings;
    private final int line;
    private final String markdown;
    private final String content;

    BlockText(BlockId id, TopicPath path, List<String> headings, int line, String markdown, String content) {
        this.id = id;
        this.path = path;
        this.headings = List.copyOf(headings);
        this.line = line;
        this.markdown = markdown;
        this.content = content;
    }

    /** Its own id. */
    public BlockId id() {
        return id;
    }

    /** Its topic. */
    public TopicPath path() {
        return path;
    }

    /** The headings above it, outermost first. */
    public List<String> headings() {
        return headings;
    }

    /** Its first line, from 1. */
    public int line() {
        return line;
    }

    /** The block and its definitions. */
    public String markdown() {
        return markdown;
    }

    /** Its words, without citations and ids. */
    public String content() {
        return content;
    }
}
