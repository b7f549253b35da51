package dev.scriptorium.memory.local.state;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.internal.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Archived turns that a backfill has shown to a writer and that nothing was recorded of, a line a batch: another backfill
 * need not show them again. A line that cannot be read says nothing, and its turns are shown once more. Used by the holder
 * of the writer lease.
 *
 * @since 0.1
 */
public final class PassedOver {
    private static final String SOURCES = "passed_over";

    private final Path file;
    private final Disk disk;

    /** What a file says, which need not exist. */
    public PassedOver(Path file, Disk disk) {
        this.file = file;
        this.disk = disk;
    }

    /** The turns. */
    public Set<SourceRef> read() throws IOException {
        return Interrupts.deferred(() -> {
            Set<SourceRef> refs = new LinkedHashSet<>();
            if (Files.exists(file)) {
                for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n", -1)) {
                    JsonObject.parse(line).ifPresent(json -> json.texts(SOURCES).forEach(ref -> add(ref, refs)));
                }
            }
            return refs;
        });
    }

    private static void add(String ref, Set<SourceRef> refs) {
        try {
            refs.add(new SourceRef(ref));
        } catch (IllegalArgumentException e) {
            // Not what we wrote.
            return;
        }
    }

    /** Notes more of them. */
    public void add(Collection<SourceRef> refs) throws IOException {
        JsonObject json = JsonObject.create()
                .putTexts(SOURCES, refs.stream().map(SourceRef::value).toList());
        Interrupts.deferred(() -> {
            // Begins on a line of its own, whatever a kill left there.
            boolean first = !Files.exists(file);
            disk.append(file, ((first ? "" : "\n") + json + "\n").getBytes(StandardCharsets.UTF_8));
            return file;
        });
    }
}
