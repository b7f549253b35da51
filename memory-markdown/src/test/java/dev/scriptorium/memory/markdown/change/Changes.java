package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import java.util.Arrays;
import java.util.List;

/** Changes made in few words. */
final class Changes {
    private Changes() {}

    static CreateRecord adding(String content, Destination destination) {
        return new CreateRecord(content, "2026-08", cited(Archive.M1), destination);
    }

    static UpdateRecord update(String id, String content) {
        return new UpdateRecord(new BlockId(id), content, "2026-02", cited(Archive.M1));
    }

    static DeleteRecord delete(String id) {
        return new DeleteRecord(new BlockId(id));
    }

    static MoveRecords move(Destination destination, String... ids) {
        return new MoveRecords(Arrays.stream(ids).map(BlockId::new).toList(), destination);
    }

    static List<SourceCitation> cited(String ref) {
        return List.of(new SourceCitation(ref, "lab"));
    }

    static Destination start(String path, String... headings) {
        return new Destination(new TopicPath(path), List.of(headings), Position.START, null);
    }

    static Destination end(String path, String... headings) {
        return new Destination(new TopicPath(path), List.of(headings), Position.END, null);
    }

    static Destination before(String anchor, String path, String... headings) {
        return new Destination(new TopicPath(path), List.of(headings), Position.BEFORE, new BlockId(anchor));
    }

    static Destination after(String anchor, String path, String... headings) {
        return new Destination(new TopicPath(path), List.of(headings), Position.AFTER, new BlockId(anchor));
    }
}
