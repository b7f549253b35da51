package dev.scriptorium.memory.markdown.topic;

/**
 * A heading of one to six {@code #}.
 *
 * @param line its line, from 0
 * @param level how many {@code #}
 * @param text its text, trailing space dropped
 * @since 0.1
 */
public record Heading(int line, int level, String text) implements Element {
    @Override
    public int endLine() {
        return line + 1;
    }
}
