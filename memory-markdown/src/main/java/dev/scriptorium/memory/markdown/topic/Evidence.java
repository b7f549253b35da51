package dev.scriptorium.memory.markdown.topic;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one citation of a record rests on.
 *
 * @param citationId the label
 * @param quote the words it annotates
 * @param when the date; null when undated
 * @param sourceRefs the sources, those that resolve
 * @param sourceLinks the targets as they stand in the topic, one for each ref
 * @param sourceLabels their display texts, one for each ref
 * @since 0.1
 */
public record Evidence(
        String citationId,
        String quote,
        @Nullable String when,
        List<SourceRef> sourceRefs,
        List<String> sourceLinks,
        List<String> sourceLabels) {

    /** Copies the lists. */
    public Evidence {
        sourceRefs = List.copyOf(sourceRefs);
        sourceLinks = List.copyOf(sourceLinks);
        sourceLabels = List.copyOf(sourceLabels);
    }
}
