package dev.scriptorium.memory.markdown.topic;

/**
 * One source in an evidence line: {@code [label](target)}, or a bare handle that stands for both.
 *
 * @param label the display text, verbatim
 * @param target where it leads, as written
 * @param bare whether it was written without brackets
 * @since 0.1
 */
public record SourceLink(String label, String target, boolean bare) {}
