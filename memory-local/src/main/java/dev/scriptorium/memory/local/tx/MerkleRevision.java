package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.local.internal.io.Sha256;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The revision of a workspace: a Merkle hash over its topics and one over its sources. */
final class MerkleRevision {
    private static final int HALF = 16;

    private MerkleRevision() {}

    /** The revision of these files, given by workspace path and hash. */
    static Revision of(SortedMap<String, String> hashes) {
        return new Revision(half(hashes, WorkspaceLayout.TOPICS) + half(hashes, WorkspaceLayout.SOURCES));
    }

    private static String half(SortedMap<String, String> hashes, String directory) {
        SortedMap<String, String> below = new TreeMap<>();
        hashes.forEach((path, hash) -> {
            if (path.startsWith(directory + "/")) {
                below.put(path.substring(directory.length() + 1), hash);
            }
        });
        return directoryHash(below).substring(0, HALF);
    }

    private static String directoryHash(SortedMap<String, String> entries) {
        SortedMap<String, String> own = new TreeMap<>();
        SortedMap<String, SortedMap<String, String>> deeper = new TreeMap<>();
        entries.forEach((path, hash) -> {
            int slash = path.indexOf('/');
            if (slash < 0) {
                own.put(path, hash);
            } else {
                deeper.computeIfAbsent(path.substring(0, slash + 1), name -> new TreeMap<>())
                        .put(path.substring(slash + 1), hash);
            }
        });
        deeper.forEach((name, below) -> own.put(name, directoryHash(below)));
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, String> entry : own.entrySet()) {
            text.append(entry.getKey()).append('\0').append(entry.getValue()).append('\n');
        }
        return Sha256.hex(text.toString());
    }
}
