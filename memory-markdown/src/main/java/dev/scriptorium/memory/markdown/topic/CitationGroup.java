package dev.scriptorium.memory.markdown.topic;

import java.util.List;

/**
 * Adjacent citations and the words they annotate.
 *
 * @param start offset of the first {@code [} in the block's raw text
 * @param end offset after the last {@code ]}
 * @param labels the labels in order
 * @param quote the words between the group before and this one, trimmed; empty when there are none
 * @since 0.1
 */
public record CitationGroup(int start, int end, List<String> labels, String quote) {
    /** Copies the list. */
    public CitationGroup {
        labels = List.copyOf(labels);
    }
}
