package dev.scriptorium.memory.local.commit;

import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import dev.scriptorium.memory.local.tx.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which large archives the history holds only up to some length: each commit of one stores all of it again, so they
 * enter when they have grown enough, or at the end. What cannot be read means that nothing is deferred.
 */
final class ArchiveDeferral {
    private static final long LARGE = 256 << 10;
    private static final long GROWTH = 64 << 10;

    private final Path file;
    private final Disk disk;

    ArchiveDeferral(Path file, Disk disk) {
        this.file = file;
        this.disk = disk;
    }

    /** Whether an archive of a length may wait. */
    boolean mayWait(String path, long length) throws IOException {
        long committed = lengths().number(path, 0);
        return length > LARGE && committed > 0 && length - committed < GROWTH;
    }

    /** Remembers how much of some archives the history holds now. */
    void committed(Map<String, Long> lengths) throws IOException {
        JsonObject known = lengths();
        boolean changed = false;
        for (Map.Entry<String, Long> archive : lengths.entrySet()) {
            if (archive.getValue() > LARGE && known.number(archive.getKey(), 0) != archive.getValue()) {
                known.put(archive.getKey(), archive.getValue());
                changed = true;
            }
        }
        if (changed) {
            disk.replaceUnforced(file, (known.pretty() + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /** The archives of which the history holds less than there is, with their length now. */
    Map<String, Long> behind(Snapshot now) throws IOException {
        JsonObject known = lengths();
        Map<String, Long> behind = new TreeMap<>();
        for (String path : known.keys()) {
            long length = now.length(path);
            if (length > known.number(path, 0)) {
                behind.put(path, length);
            }
        }
        return behind;
    }

    /** Forgets how much: the history may hold less than it did, so that every large archive enters again. */
    void forget() throws IOException {
        JsonObject known = lengths();
        if (!known.keys().isEmpty()) {
            known.keys().forEach(path -> known.put(path, 0L));
            disk.replaceUnforced(file, (known.pretty() + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private JsonObject lengths() throws IOException {
        try {
            return JsonObject.parse(Files.readString(file, StandardCharsets.UTF_8))
                    .orElseGet(JsonObject::create);
        } catch (NoSuchFileException e) {
            return JsonObject.create();
        }
    }
}
