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
import java.util.stream.Collectors;

/**
 * The turns that hosts were about to drop and that are owed to a writer, a line each, and those that are owed no longer:
 * only ever appended to by the holder of the install lock. A line that cannot be read, as the last one after a crash,
 * says nothing. Safe for use by several threads.
 */
final class OwedSources {
    /** A shorter file is not worth rewriting. */
    private static final long LONG = 1 << 18;

    /** The name stays: nothing else says that a writer has seen the turn. */
    private static final String SETTLED = "settled";
    /** The mark of the turn says it. */
    private static final String MARKED = "marked";

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

    /** What was owed once, and bears no mark. */
    Set<SourceRef> settled() throws IOException {
        return contents().settled();
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
            for (String ref : json.texts(SETTLED)) {
                settled.add(new SourceRef(ref));
                owed.remove(new SourceRef(ref));
            }
            for (String ref : json.texts(MARKED)) {
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

    /** Whether something that a batch writes was owed. */
    boolean isSettledBy(BatchRecord batch) throws IOException {
        return contents().owed().keySet().stream().anyMatch(batch::writes);
    }

    /** Notes that what a batch writes is owed no longer, forced. The caller holds the lock. */
    void settle(BatchRecord batch) throws IOException {
        List<JsonObject> lines = new ArrayList<>();
        for (SourceRef ref : contents().owed().keySet()) {
            if (batch.writes(ref)) {
                lines.add(line(batch.owed().contains(ref) ? SETTLED : MARKED, ref));
            }
        }
        append(lines, contents());
        compact(contents());
    }

    /** Rewrites a long file of which most is not needed: what stays does not bring the next rewriting nearer. */
    private void compact(Contents now) throws IOException {
        if (now.size() <= LONG) {
            return;
        }
        List<JsonObject> lines = new ArrayList<>();
        now.settled().forEach(ref -> lines.add(line(SETTLED, ref)));
        now.owed().values().forEach(source -> lines.add(source.toJson()));
        byte[] needed = bytes(lines);
        if (now.size() > 2L * needed.length) {
            disk.replace(file, needed);
        }
    }

    private static JsonObject line(String what, SourceRef ref) {
        return JsonObject.create().putTexts(what, List.of(ref.value()));
    }

    /** The lines that say that these are owed no longer. */
    static String settled(Collection<SourceRef> refs) {
        return refs.stream().map(ref -> line(SETTLED, ref) + "\n").collect(Collectors.joining());
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
