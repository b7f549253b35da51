package dev.scriptorium.memory.markdown.topic;

/**
 * Structure that carries no memory: kept byte for byte, cited by nobody.
 *
 * @param line its first line, from 0
 * @param endLine the first line after it
 * @param kind what it is
 * @param text its lines joined by LF
 * @since 0.1
 */
public record Opaque(int line, int endLine, Kind kind, String text) implements Element {

    /** What an opaque element is. */
    public enum Kind {
        /** YAML between two rules at the very top. */
        FRONT_MATTER,
        /** Fenced code. */
        CODE,
        /** An HTML comment. */
        COMMENT,
        /** A line that begins with an HTML anchor. */
        ANCHOR,
        /** A thematic break. */
        BREAK;

        /** Whether it holds somebody's words, which must not go without a trace. */
        public boolean content() {
            return this != BREAK;
        }
    }
}
