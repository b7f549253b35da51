package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.local.disk.DiskOperation;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The steps of one transaction, told apart by what the library is about to do to the disk. Each lasts from the first
 * operation that is its own to the first operation of the next.
 */
enum Steps {
    /** Looking, staging, normalising, checking. */
    PREPARE,
    /** The files of the entry and its manifest, until the commit point has been forced. */
    JOURNAL,
    /** Files put into place, their directories forced, the next snapshot made. */
    INSTALL,
    /** The order of creation and the views. */
    VIEWS,
    /** The lock released, the index brought up to date; in a pass also the writer. */
    INDEX,
    /** The commit. */
    HISTORY,
    /** The entry dropped, and what is left of the call. */
    DROP;

    /** The key in the document. */
    String key() {
        return name().toLowerCase(Locale.ROOT) + "_ms";
    }

    /** How long each step lasted, in nanoseconds; a pass takes most of them twice. */
    static Map<Steps, Long> nanos(long begin, List<OperationLog.Entry> log, long end, Path root) {
        Map<Steps, Long> spent = new EnumMap<>(Steps.class);
        for (Steps step : values()) {
            spent.put(step, 0L);
        }
        Steps step = PREPARE;
        long since = begin;
        boolean committed = false;
        for (OperationLog.Entry entry : log) {
            String path = root.relativize(entry.operation().path()).toString().replace('\\', '/');
            Steps next = begun(entry.operation(), path).orElse(committed ? INSTALL : step);
            committed = path.equals(".scriptorium/tx") && entry.operation() instanceof DiskOperation.ForceDirectory;
            spent.merge(step, entry.nanos() - since, Long::sum);
            since = entry.nanos();
            step = next;
        }
        spent.merge(step, end - since, Long::sum);
        return spent;
    }

    /** The step that an operation is the first of, whatever was before. */
    private static Optional<Steps> begun(DiskOperation operation, String path) {
        if (path.startsWith(".scriptorium/tx/")) {
            boolean entry = operation instanceof DiskOperation.Create;
            return entry
                    ? Optional.of(JOURNAL)
                    : operation instanceof DiskOperation.Remove ? Optional.of(DROP) : Optional.empty();
        }
        return switch (path) {
            case ".scriptorium/write.lock.owner" -> Optional.of(PREPARE);
            case ".scriptorium/order.log", "recent_events.jsonl" -> Optional.of(VIEWS);
            case ".scriptorium/views" -> Optional.of(INDEX);
            case ".scriptorium/history.lock.owner" -> Optional.of(HISTORY);
            case ".scriptorium/last-entry.json" -> Optional.of(DROP);
            default ->
                path.startsWith(".git/")
                        ? Optional.of(HISTORY)
                        : path.startsWith("timeline/") ? Optional.of(VIEWS) : Optional.empty();
        };
    }
}
