package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.local.internal.io.Sha256;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What transactions did to files that the snapshot before a look does not know of: whatever else has changed on the disk
 * was somebody else. Immutable.
 */
final class OwnChanges {
    private final Map<String, FileChange> files = new HashMap<>();
    private final Map<String, List<FileAppend>> appends = new HashMap<>();
    private final boolean doubtful;

    private OwnChanges(List<JournalEntry> entries, boolean doubtful) {
        this.doubtful = doubtful;
        for (JournalEntry entry : entries) {
            entry.files().forEach(file -> files.put(file.path(), file));
            entry.appends()
                    .forEach(append -> appends.computeIfAbsent(append.path(), path -> new ArrayList<>())
                            .add(append));
        }
    }

    /**
     * The changes of entries, oldest first.
     *
     * @param doubtful whether there were others that nothing is known of
     */
    static OwnChanges of(List<JournalEntry> entries, boolean doubtful) {
        return new OwnChanges(entries, doubtful);
    }

    /** The latest known change of a file. */
    Optional<FileChange> of(String path) {
        return Optional.ofNullable(files.get(path));
    }

    /** The files that are known to have been changed. */
    Set<String> paths() {
        Set<String> paths = new TreeSet<>(appends.keySet());
        paths.addAll(files.keySet());
        paths.remove(WorkspaceLayout.CORE_VIEW);
        return paths;
    }

    /** Whether an archive ends with what a transaction added to it. */
    boolean endWith(String path, byte[] bytes) {
        for (FileAppend append : appends.getOrDefault(path, List.of())) {
            if (append.before() + append.length() == bytes.length
                    && Sha256.hex(Arrays.copyOfRange(bytes, (int) append.before(), bytes.length))
                            .equals(append.hash())) {
                return true;
            }
        }
        return false;
    }

    /** Whether an archive is what a transaction put in its place, with or without what others added to that. */
    boolean replaced(String path, byte[] bytes) {
        FileChange change = files.get(path);
        if (change == null || change.after() == null) {
            return false;
        }
        return Sha256.hex(bytes).equals(change.after())
                || (endWith(path, bytes)
                        && appends.getOrDefault(path, List.of()).stream()
                                .anyMatch(append -> append.before() <= bytes.length
                                        && Sha256.hex(bytes, (int) append.before())
                                                .equals(change.after())));
    }

    /** Whether there were changes that nothing is known of, so that a difference says nothing about who made it. */
    boolean doubtful() {
        return doubtful;
    }
}
