package dev.scriptorium.memory.markdown.view;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.topic.MemoryRecord;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which block links to which, and back, under every id a block has.
 *
 * @since 0.1
 */
public final class Relations {
    /** The file of the view. */
    public static final String PATH = "relations.json";

    private Relations() {}

    /** The text of the file. */
    public static String render(Collection<MemoryRecord> memories) {
        SortedMap<String, SortedSet<String>> outbound = new TreeMap<>();
        SortedMap<String, SortedSet<String>> backlinks = new TreeMap<>();
        for (MemoryRecord memory : memories) {
            SortedSet<String> targets = outbound.computeIfAbsent(memory.id().value(), id -> new TreeSet<>());
            for (BlockId target : memory.relationTargets()) {
                targets.add(target.value());
                backlinks
                        .computeIfAbsent(target.value(), id -> new TreeSet<>())
                        .add(memory.id().value());
            }
        }
        StringBuilder out = new StringBuilder("{");
        PythonJson.key(out, "backlinks");
        object(out, backlinks);
        PythonJson.key(out, "outbound");
        object(out, outbound);
        return out.append("}\n").toString();
    }

    private static void object(StringBuilder out, Map<String, SortedSet<String>> entries) {
        out.append('{');
        entries.forEach((id, ids) -> {
            PythonJson.key(out, id);
            PythonJson.array(out, ids);
        });
        out.append('}');
    }
}
