package dev.scriptorium.memory.local.tx;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The files of a snapshot, and what a look has shown since. Not safe for use by several threads. */
final class SeenFiles {
    private final FileTree before;
    private final Map<String, Optional<FileTree.Known>> changes = new HashMap<>();

    SeenFiles(@Nullable Snapshot before) {
        this.before = before == null ? FileTree.EMPTY : before.files();
    }

    /** A file as it serves; null when there is none. */
    FileTree.@Nullable Known get(String path) {
        Optional<FileTree.Known> changed = changes.get(path);
        return changed == null ? before.get(path) : changed.orElse(null);
    }

    void put(String path, FileTree.@Nullable Known known) {
        changes.put(path, Optional.ofNullable(known));
    }

    FileTree tree() {
        return before.with(changes);
    }
}
