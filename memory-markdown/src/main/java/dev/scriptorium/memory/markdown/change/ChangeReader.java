package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.markdown.topic.Definition;
import dev.scriptorium.memory.markdown.topic.Whitespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads changes from plain values, as any JSON reader makes them: maps, lists, strings, null. Key sets are exact, and
 * every refusal names the item and the key.
 *
 * @since 0.1
 */
public final class ChangeReader {
    private static final String CHANGES = "memory_changes";
    private static final Set<String> CREATE = Set.of("op", "content", "time", "sources", "source_refs", "destination");
    private static final Set<String> OLD_CREATE =
            Set.of("op", "content", "time", "sources", "source_refs", "topic_path", "headings");
    private static final Set<String> UPDATE = Set.of("op", "memory_id", "content", "time", "sources", "source_refs");
    private static final Set<String> DELETE = Set.of("op", "memory_id");
    private static final Set<String> MOVE = Set.of("op", "memory_ids", "destination");
    private static final Set<String> DESTINATION = Set.of("topic_path", "headings", "position", "anchor_memory_id");
    private static final Set<String> CITATION = Set.of("source", "label");

    private ChangeReader() {}

    /**
     * Reads {@code memory_changes}.
     *
     * @param plain the list
     * @throws MemoryException {@code INVALID_ARGUMENT}, {@code PATH_OUTSIDE_WORKSPACE}, {@code READ_ONLY_PATH}, or
     *     {@code MEMORY_NOT_FOUND} for an id that no block can have
     */
    public static List<MemoryChange> read(@Nullable Object plain) {
        List<MemoryChange> changes = new ArrayList<>();
        for (PlainObject item : PlainObject.list(CHANGES, plain)) {
            changes.add(change(item));
        }
        return changes;
    }

    private static MemoryChange change(PlainObject item) {
        String op = item.text("op");
        return switch (op) {
            case "create_record" -> create(item, CREATE);
            case "create" -> create(item, item.has("destination") ? CREATE : OLD_CREATE);
            case "update_record", "update" -> update(item);
            case "delete_record", "delete" -> {
                item.only(DELETE);
                yield new DeleteRecord(id(item.where() + ".memory_id", item.text("memory_id")));
            }
            case "move_records" -> move(item);
            default ->
                throw Refusal.invalid(item.where()
                        + ".op: expected create_record, update_record, delete_record or move_records; found "
                        + Refusal.shown(op));
        };
    }

    private static MemoryChange create(PlainObject item, Set<String> keys) {
        item.only(keys);
        String content = item.text("content");
        String time = time(item);
        List<SourceCitation> sources = sources(item);
        Destination destination = keys.contains("destination")
                ? destination(item.object("destination"))
                : item.make(() -> new Destination(
                        ChangePaths.read(item.text("topic_path")), item.texts("headings"), Position.END, null));
        return item.make(() -> new CreateRecord(content, time, sources, destination));
    }

    private static MemoryChange update(PlainObject item) {
        item.only(UPDATE);
        BlockId id = id(item.where() + ".memory_id", item.text("memory_id"));
        String content = item.text("content");
        String time = time(item);
        List<SourceCitation> sources = sources(item);
        return item.make(() -> new UpdateRecord(id, content, time, sources));
    }

    private static MemoryChange move(PlainObject item) {
        item.only(MOVE);
        List<BlockId> ids = new ArrayList<>();
        for (String id : item.texts("memory_ids")) {
            ids.add(id(item.where() + ".memory_ids[" + ids.size() + "]", id));
        }
        Destination destination = destination(item.object("destination"));
        return item.make(() -> new MoveRecords(ids, destination));
    }

    private static String time(PlainObject item) {
        return item.value("time") == null ? Definition.UNDATED : item.text("time");
    }

    private static List<SourceCitation> sources(PlainObject item) {
        boolean cited = item.has("sources");
        if (cited == item.has("source_refs")) {
            throw Refusal.invalid(item.where() + ": expected either sources or source_refs"
                    + (cited ? "; found both" : "; found neither"));
        }
        List<SourceCitation> sources = new ArrayList<>();
        if (cited) {
            for (PlainObject one : PlainObject.list(item.where() + ".sources", item.value("sources"))) {
                one.only(CITATION);
                String source = one.text("source");
                String label = one.text("label");
                sources.add(one.make(() -> new SourceCitation(source, label)));
            }
        } else {
            item.texts("source_refs").forEach(ref -> sources.add(item.make(() -> SourceCitation.of(ref))));
        }
        return sources;
    }

    private static Destination destination(PlainObject place) {
        place.only(DESTINATION);
        List<String> headings = place.texts("headings");
        Position position = position(place);
        BlockId anchor = place.given("anchor_memory_id")
                ? id(place.where() + ".anchor_memory_id", place.text("anchor_memory_id"))
                : null;
        return place.make(
                () -> new Destination(ChangePaths.read(place.text("topic_path")), headings, position, anchor));
    }

    private static Position position(PlainObject place) {
        String word = place.text("position");
        for (Position position : Position.values()) {
            if (position.word().equals(word)) {
                return position;
            }
        }
        throw Refusal.invalid(
                place.where() + ".position: expected start, end, before or after; found " + Refusal.shown(word));
    }

    private static BlockId id(String where, String id) {
        if (Whitespace.isBlank(id)) {
            throw Refusal.invalid(where + ": expected a block id; found nothing");
        }
        String bare = id.startsWith("^") ? id.substring(1) : id;
        if (!BlockId.isValid(bare)) {
            throw new MemoryException(ErrorCode.MEMORY_NOT_FOUND, where + ": there is no block " + Refusal.shown(id));
        }
        return new BlockId(bare);
    }
}
