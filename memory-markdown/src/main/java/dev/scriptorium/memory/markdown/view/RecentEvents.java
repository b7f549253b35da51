package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * The blocks made last, one JSON object on a line, oldest first. The words stand as in the topic, links included
 * (D28).
 *
 * @since 0.1
 */
public final class RecentEvents {
    /** The file of the view. */
    public static final String PATH = "recent_events.jsonl";

    private RecentEvents() {}

    /**
     * The text of the file.
     *
     * @param memories all records, or at least the {@code limit} latest that are no alias
     * @param order a number for each of their ids
     * @param limit how many lines at most; 0 for an empty file
     * @throws IllegalArgumentException when a record has no number
     */
    public static String render(Collection<MemoryRecord> memories, CreationOrder order, int limit) {
        List<Map.Entry<Integer, MemoryRecord>> numbered = memories.stream()
                .filter(MemoryRecord::own)
                .map(memory -> Map.entry(number(memory, order), memory))
                .sorted(Comparator.comparing(Map.Entry::getKey))
                .toList();
        return numbered.stream()
                .skip(Math.max(0, numbered.size() - limit))
                .map(entry -> line(entry.getValue(), entry.getKey()) + "\n")
                .collect(Collectors.joining());
    }

    private static int number(MemoryRecord memory, CreationOrder order) {
        OptionalInt number = order.number(memory.id());
        if (number.isEmpty()) {
            throw new IllegalArgumentException("no creation number for ^" + memory.id());
        }
        return number.getAsInt();
    }

    /** The line of one record, without its end. */
    public static String line(MemoryRecord memory, int number) {
        List<String> refs = memory.sourceRefs().stream().map(SourceRef::value).toList();
        StringBuilder out = new StringBuilder("{");
        PythonJson.key(out, "memory_id");
        PythonJson.string(out, memory.id().value());
        PythonJson.key(out, "when");
        PythonJson.string(out, memory.when());
        PythonJson.key(out, "whens");
        PythonJson.array(out, memory.dates());
        PythonJson.key(out, "content");
        PythonJson.string(out, memory.content());
        PythonJson.key(out, "refs");
        PythonJson.array(out, refs);
        PythonJson.key(out, "source_refs");
        PythonJson.array(out, refs);
        PythonJson.key(out, "topic_path");
        PythonJson.string(out, memory.topicPath().value());
        PythonJson.key(out, "headings");
        PythonJson.array(out, memory.headings());
        PythonJson.key(out, "created_order");
        return out.append(number).append('}').toString();
    }
}
