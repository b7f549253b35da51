package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an entry does to the memory's own small files, beside topics and archives and all or nothing with them. No history
 * and no view shows it. Immutable.
 *
 * @param files files put in the place of others; their paths are names below the directory of our own state
 * @param appends lines added to files; their paths likewise
 * @since 0.1
 */
public record OwnState(List<FileChange> files, List<FileAppend> appends) {
    /** Nothing. */
    static final OwnState NONE = new OwnState(List.of(), List.of());

    /** Copies the lists. */
    public OwnState {
        files = List.copyOf(files);
        appends = List.copyOf(appends);
    }

    boolean isEmpty() {
        return files.isEmpty() && appends.isEmpty();
    }

    /** The names below the directory of our own state. */
    List<String> names() {
        return Stream.concat(
                        files.stream().map(FileChange::path), appends.stream().map(FileAppend::path))
                .toList();
    }

    JsonObject toJson() {
        return JsonObject.create()
                .putObjects("files", files.stream().map(FileChange::toJson).toList())
                .putObjects("appends", appends.stream().map(FileAppend::toJson).toList());
    }

    static OwnState read(JsonObject json) {
        return new OwnState(
                json.objects("files").stream().map(FileChange::read).toList(),
                json.objects("appends").stream().map(FileAppend::read).toList());
    }
}
