package dev.scriptorium.memory.local.writer;

import dev.scriptorium.memory.api.ref.TopicPath;

/**
 * What a topic is called and how much it holds. Immutable.
 *
 * @since 0.1
 */
public final class TopicOutline {
    private final TopicPath path;
    private final String title;
    private final int blocks;
    private final int characters;

    /**
     * An outline.
     *
     * @param title its first heading; empty when it has none
     * @param blocks how many blocks it has
     * @param characters how long its text is
     */
    public TopicOutline(TopicPath path, String title, int blocks, int characters) {
        this.path = path;
        this.title = title;
        this.blocks = blocks;
        this.characters = characters;
    }

    /** Where it stands. */
    public TopicPath path() {
        return path;
    }

    /** Its first heading; empty when it has none. */
    public String title() {
        return title;
    }

    /** How many blocks it has. */
    public int blocks() {
        return blocks;
    }

    /** How long its text is. */
    public int characters() {
        return characters;
    }
}
