package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The turns that hosts were about to drop and that are owed to a writer, a line each, and those that are owed no longer:
 * only ever appended to by the holder of the install lock. A line that cannot be read, as the last one after a crash,
 * says nothing. Safe for use by several threads.
 */
final class OwedSources {
    /** What was owed once is forgotten, but for its name, when the file has grown to this. */
    private static final long LONG = 1 << 18;

    private final Path file;
    private final Disk disk;
    private final ReentrantLock lock = new ReentrantLock();
    private Contents read = Contents.EMPTY;

    OwedSources(WorkspaceLayout layout) {
        this.file = layout.runtime("owed-sources.jsonl");
        this.disk = layout.disk();
    }

    private record Contents(
            long size, FileTime modified, Map<SourceRef, OwedSource> owed, Set<SourceRef> settled, boolean torn) {
        static final Contents EMPTY = new Contents(0, FileTime.fromMillis(0), Map.of(), Set.of(), false);
    }

    /** What is owed, in the order in which it was dropped. */
    List<OwedSource> owed() throws IOException {
        return List.copyOf(contents().owed().values());
    }

    private Contents contents() throws IOException {
        lock.lock();
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            if (now.size() != read.size() || !now.lastModifiedTime().equals(read.modified())) {
                read = parse(now.lastModifiedTime());
            }
            return read;
        } catch (NoSuchFileException e) {
            read = Contents.EMPTY;
            return read;
        } finally {
            lock.unlock();
        }
    }

    private Contents parse(FileTime modified) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Map<SourceRef, OwedSource> owed = new LinkedHashMap<>();
        Set<SourceRef> settled = new LinkedHashSet<>();
        for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n", -1)) {
            JsonObject.parse(line).ifPresent(json -> take(json, owed, settled));
        }
        boolean torn = bytes.length > 0 && bytes[bytes.length - 1] != '\n';
        return new Contents(bytes.length, modified, owed, settled, torn);
    }

    private static void take(JsonObject json, Map<SourceRef, OwedSource> owed, Set<SourceRef> settled) {
        try {
            for (String ref : json.texts("settled")) {
                settled.add(new SourceRef(ref));
                owed.remove(new SourceRef(ref));
            }
            if (json.text("owed").isPresent()) {
                OwedSource source = OwedSource.read(json);
                owed.putIfAbsent(source.ref(), source);
            }
        } catch (RuntimeException e) {
            // A damaged line names nothing; its turn stays archived, and a person may cite it.
            return;
        }
    }

    /** Notes what is owed from now on, forced; what was owed before is not owed again. The caller holds the lock. */
    void owe(Collection<OwedSource> sources) throws IOException {
        if (sources.isEmpty()) {
            return;
        }
        Contents now = contents();
        List<JsonObject> lines = new ArrayList<>();
        for (OwedSource source : sources) {
            if (!now.owed().containsKey(source.ref()) && !now.settled().contains(source.ref())) {
                lines.add(source.toJson());
            }
        }
        append(lines, now);
    }

    /** Which of the sources of a batch were owed. */
    List<SourceRef> settledBy(BatchRecord batch) throws IOException {
        return contents().owed().keySet().stream().filter(batch::writes).toList();
    }

    /** Notes what is owed no longer, forced. The caller holds the lock. */
    void settle(Collection<SourceRef> refs) throws IOException {
        append(List.of(settled(refs)), contents());
        Contents now = contents();
        if (now.owed().isEmpty() && now.size() > LONG) {
            disk.replace(file, bytes(List.of(settled(now.settled()))));
        }
    }

    /** The line that says so. */
    static JsonObject settled(Collection<SourceRef> refs) {
        return JsonObject.create()
                .putTexts("settled", refs.stream().map(SourceRef::value).toList());
    }

    private static byte[] bytes(List<JsonObject> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void append(List<JsonObject> lines, Contents now) throws IOException {
        if (lines.isEmpty()) {
            return;
        }
        if (now.torn()) {
            disk.append(file, new byte[] {'\n'});
        }
        disk.append(file, bytes(lines));
        if (now.size() == 0) {
            disk.forceDirectory(Disk.parent(file));
        }
    }
}
