package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.topic.Evidence;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import java.util.Comparator;
import java.util.List;

/**
 * One line of evidence on its day, month or year.
 *
 * @param when the date
 * @param id the block
 * @param topic its topic
 * @param index which of the block's citations this is
 * @param quote the words as they stand in the topic
 * @param firstRef the first source, which orders the entries of a file; empty when none resolves
 * @param links the targets of the sources as they stand in the topic
 * @param labels their labels
 * @since 0.1
 */
public record TimelineEntry(
        String when,
        BlockId id,
        TopicPath topic,
        int index,
        String quote,
        String firstRef,
        List<String> links,
        List<String> labels)
        implements Comparable<TimelineEntry> {
    private static final Comparator<TimelineEntry> ORDER = Comparator.comparing(
                    TimelineEntry::firstRef, CodePointOrder.INSTANCE)
            .thenComparing(entry -> entry.id().value(), CodePointOrder.INSTANCE)
            .thenComparingInt(TimelineEntry::index);

    /** Copies the lists. */
    public TimelineEntry {
        links = List.copyOf(links);
        labels = List.copyOf(labels);
    }

    static TimelineEntry of(String when, MemoryRecord memory, int index, Evidence evidence) {
        return new TimelineEntry(
                when,
                memory.id(),
                memory.topicPath(),
                index,
                evidence.quote(),
                first(evidence.sourceRefs()),
                evidence.sourceLinks(),
                evidence.sourceLabels());
    }

    static TimelineEntry of(String when, MemoryRecord memory) {
        return new TimelineEntry(
                when,
                memory.id(),
                memory.topicPath(),
                0,
                memory.content(),
                first(memory.sourceRefs()),
                memory.sourceLinks(),
                memory.sourceLabels());
    }

    private static String first(List<SourceRef> refs) {
        return refs.isEmpty() ? "" : refs.get(0).value();
    }

    /** The file it stands in. */
    public String path() {
        return Timeline.path(when).orElseThrow();
    }

    /** By first source, then by block, then as cited. */
    @Override
    public int compareTo(TimelineEntry other) {
        return ORDER.compare(this, other);
    }
}
