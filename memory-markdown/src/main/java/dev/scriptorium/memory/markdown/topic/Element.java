package dev.scriptorium.memory.markdown.topic;

/**
 * A run of lines of a topic that belong together. Lines are counted from 0; blank lines belong to no element.
 *
 * @since 0.1
 */
public sealed interface Element permits Heading, Block, Definition, Opaque {

    /** Its first line. */
    int line();

    /** The first line after it. */
    int endLine();
}
