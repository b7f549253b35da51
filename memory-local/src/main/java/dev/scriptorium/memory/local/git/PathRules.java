package dev.scriptorium.memory.local.git;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.lib.ObjectChecker;

/** Which paths Git can hold at all. */
final class PathRules {
    private final Path root;

    PathRules(Path root) {
        this.root = root;
    }

    /** The changes Git can hold; about the others, and about repositories on the way, a note is added. */
    SortedMap<String, Optional<BlobContent>> storable(
            SortedMap<String, Optional<BlobContent>> changes, List<HistoryNote> notes) {
        SortedMap<String, Optional<BlobContent>> storable = new TreeMap<>(changes);
        Set<Path> directories = new HashSet<>();
        List<String> refused = new ArrayList<>();
        for (String path : changes.keySet()) {
            if (isLegal(path)) {
                Path file = root.resolve(path);
                for (Path above = file.getParent();
                        above != null && !above.equals(root) && directories.add(above);
                        above = above.getParent()) {
                    if (Files.exists(above.resolve(".git"))) {
                        notes.add(new HistoryNote(
                                HistoryIssue.NESTED_REPOSITORY,
                                root.relativize(above).toString().replace('\\', '/'),
                                "a repository of its own; git status does not look into it"));
                    }
                }
            } else {
                refused.add(path);
                notes.add(new HistoryNote(
                        HistoryIssue.PATH_LEFT_OUT, path, "Git forbids this name; the file is not in the history"));
            }
        }
        storable.keySet().removeAll(refused);
        return storable;
    }

    private static boolean isLegal(String path) {
        try {
            ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(path));
            byte[] raw = new byte[bytes.remaining()];
            bytes.get(raw);
            new ObjectChecker().setSafeForMacOS(true).checkPath(raw, 0, raw.length);
            return true;
        } catch (CharacterCodingException | CorruptObjectException e) {
            return false;
        }
    }
}
