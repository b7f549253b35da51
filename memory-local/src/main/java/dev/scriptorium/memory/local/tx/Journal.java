package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The journal: flat files in one directory, a manifest an entry. Only the holder of the install lock writes entries;
 * only the holder of the history lease drops them.
 */
final class Journal {
    private static final String MANIFEST = ".manifest";

    private final Disk disk;
    private final Path directory;
    private final Path last;
    private @Nullable String forced;
    /** Every search reads the newest entry three times, and it is nearly always the same. */
    private volatile @Nullable Understood latest;

    /** An entry, and the text that says it. */
    private record Understood(String text, JournalEntry entry) {}

    Journal(WorkspaceLayout layout) {
        this.disk = layout.disk();
        this.directory = layout.journal();
        this.last = layout.runtime("last-entry.json");
    }

    /** The entries that are still needed, oldest first. */
    List<JournalEntry> entries() throws IOException {
        List<Path> manifests = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> file.getFileName().toString().endsWith(MANIFEST))
                    .forEach(manifests::add);
        } catch (NoSuchFileException e) {
            return List.of();
        }
        List<JournalEntry> entries = new ArrayList<>();
        for (Path manifest : manifests) {
            read(manifest).ifPresent(entries::add);
        }
        entries.sort(Comparator.comparingLong(JournalEntry::number));
        return entries;
    }

    /** The newest entry, needed or not; empty in a workspace without any. */
    Optional<JournalEntry> newest() throws IOException {
        List<JournalEntry> entries = entries();
        Optional<JournalEntry> finished = read(last);
        if (entries.isEmpty()) {
            return finished;
        }
        JournalEntry waiting = entries.get(entries.size() - 1);
        return finished.filter(entry -> entry.number() > waiting.number()).or(() -> Optional.of(waiting));
    }

    private Optional<JournalEntry> read(Path manifest) throws IOException {
        String text;
        try {
            text = Files.readString(manifest, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            // Dropped by its committer between the listing and now.
            return Optional.empty();
        }
        Understood known = latest;
        if (known != null && known.text().equals(text)) {
            return Optional.of(known.entry());
        }
        Optional<JournalEntry> entry = understood(manifest, text);
        entry.ifPresent(read -> latest = new Understood(text, read));
        return entry;
    }

    private static Optional<JournalEntry> understood(Path manifest, String text) {
        Optional<JsonObject> json = JsonObject.parse(text);
        if (json.isPresent() && json.get().number("format", 0) > JournalEntry.FORMAT) {
            throw new MemoryException(
                    ErrorCode.FORMAT_TOO_NEW,
                    "the journal was written by a newer version (" + manifest.getFileName() + ")");
        }
        try {
            return json.map(JournalEntry::read);
        } catch (RuntimeException e) {
            throw new MemoryException(
                    ErrorCode.WORKSPACE_CORRUPT,
                    "the journal entry " + manifest.getFileName() + " cannot be read: " + e.getMessage(),
                    e);
        }
    }

    /** Writes the content of a file beside the entries, forced. */
    void writePayload(String name, byte[] bytes) throws IOException {
        disk.create(directory.resolve(name), bytes);
    }

    Path payload(String name) {
        return directory.resolve(name);
    }

    /** Makes the entry: written and forced beside its name, renamed, the directory forced. From here on it holds. */
    void commit(JournalEntry entry) throws IOException {
        Path beside = directory.resolve(entry.number() + "-" + entry.token() + ".writing");
        disk.create(beside, (entry.toJson() + "\n").getBytes(StandardCharsets.UTF_8));
        disk.move(beside, manifest(entry));
        force();
        forced = entry.token();
    }

    /** Whether it is this process that made the entry, so that it is known to hold. */
    boolean isForced(JournalEntry entry) {
        return entry.token().equals(forced);
    }

    /** Makes what is here hold. */
    void force() throws IOException {
        disk.forceDirectory(directory);
    }

    /** Removes an entry that never held; its parts are swept. */
    void takeBack(JournalEntry entry) throws IOException {
        disk.remove(manifest(entry));
        force();
    }

    private Path manifest(JournalEntry entry) {
        return directory.resolve(entry.number() + MANIFEST);
    }

    /** Drops an entry that is installed, committed and marked: the manifest first, then its files. */
    void drop(JournalEntry entry) throws IOException {
        // The newest one stays beside the journal: it holds the generation and the counters.
        Optional<JournalEntry> kept = read(last);
        if (kept.isEmpty() || kept.get().number() < entry.number()) {
            disk.linkOver(manifest(entry), last);
            // Before the other name goes: a power cut must not take both.
            disk.forceDirectory(Disk.parent(last));
        }
        disk.remove(manifest(entry));
        for (String payload : entry.payloads()) {
            disk.remove(directory.resolve(payload));
        }
    }

    /** Removes files of entries that were never made; the caller holds the install lock. */
    void sweep() throws IOException {
        List<JournalEntry> entries = entries();
        Set<String> needed = new HashSet<>();
        for (JournalEntry entry : entries) {
            needed.add(entry.number() + MANIFEST);
            needed.addAll(entry.payloads());
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                if (!needed.contains(file.getFileName().toString())) {
                    disk.remove(file);
                }
            }
        } catch (NoSuchFileException e) {
            // No journal yet: nothing was ever begun.
        }
    }
}
