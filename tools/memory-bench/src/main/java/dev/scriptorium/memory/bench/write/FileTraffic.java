package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.local.disk.DiskOperation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * What transactions read, write and force below a workspace, as the virtual machine's own recorder sees it: every read
 * and write of a file, and every force of a channel. It does not see mapped memory, nor {@code FileDescriptor.sync};
 * those the library itself tells of. Not thread-safe.
 */
final class FileTraffic implements AutoCloseable {
    private static final String READ = "jdk.FileRead";
    private static final String WRITE = "jdk.FileWrite";
    private static final String FORCE = "jdk.FileForce";
    private static final String WINDOW = "dev.scriptorium.bench.Transaction";

    private final Path root;
    private final Path scratch;
    private final Recording recording = new Recording();
    private final List<Map<String, Integer>> told = new ArrayList<>();

    FileTraffic(Path root, Path scratch) {
        this.root = root.toAbsolutePath().normalize();
        this.scratch = scratch;
        for (String event : List.of(READ, WRITE, FORCE)) {
            recording.enable(event).withThreshold(Duration.ZERO).withoutStackTrace();
        }
        recording.enable(WINDOW).withoutStackTrace();
        recording.start();
    }

    /** From the beginning to the end of one transaction. */
    @Name(WINDOW)
    @StackTrace(false)
    static final class Window extends Event {}

    /**
     * What one transaction did.
     *
     * @param filesRead distinct files
     * @param filesWritten distinct files, by the name under which the bytes were written
     */
    record Counts(int filesRead, long bytesRead, int filesWritten, int forces) {}

    /** Does a transaction, which returns what the library told of it. */
    void during(Supplier<List<OperationLog.Entry>> transaction) {
        Window window = new Window();
        window.begin();
        List<OperationLog.Entry> operations = transaction.get();
        window.commit();
        Map<String, Integer> forces = new HashMap<>();
        for (OperationLog.Entry entry : operations) {
            DiskOperation operation = entry.operation();
            if (operation instanceof DiskOperation.Force || operation instanceof DiskOperation.ForceDirectory) {
                forces.merge(operation.path().toString(), 1, Integer::sum);
            }
        }
        told.add(forces);
    }

    /** Stops looking; one count a transaction, in order. */
    List<Counts> counts() {
        recording.stop();
        Path file = scratch.resolve("traffic.jfr");
        try {
            // Not dump(), which forces: whoever traces from outside counts forces.
            try (InputStream recorded = recording.getStream(null, null)) {
                Files.copy(recorded, file);
            }
            return counts(RecordingFile.readAllEvents(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            delete(file);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Counts> counts(List<RecordedEvent> events) {
        List<Counts> counts = new ArrayList<>();
        List<RecordedEvent> windows = events.stream()
                .filter(event -> event.getEventType().getName().equals(WINDOW))
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .toList();
        for (int i = 0; i < windows.size(); i++) {
            Instant begin = windows.get(i).getStartTime();
            Instant end = windows.get(i).getEndTime();
            counts.add(count(
                    events.stream()
                            .filter(event -> !event.getStartTime().isBefore(begin)
                                    && !event.getEndTime().isAfter(end))
                            .toList(),
                    told.get(i)));
        }
        return counts;
    }

    private Counts count(List<RecordedEvent> events, Map<String, Integer> toldForces) {
        Set<String> read = new HashSet<>();
        Set<String> written = new HashSet<>();
        Map<String, Integer> forces = new HashMap<>();
        long bytes = 0;
        for (RecordedEvent event : events) {
            String type = event.getEventType().getName();
            String path = event.hasField("path") ? String.valueOf(event.getString("path")) : "";
            if (path.startsWith(root.toString())) {
                if (type.equals(READ)) {
                    read.add(path);
                    bytes += Math.max(0, event.getLong("bytesRead"));
                } else if (type.equals(WRITE)) {
                    written.add(path);
                } else if (type.equals(FORCE)) {
                    forces.merge(path, 1, Integer::sum);
                }
            }
        }
        // What both saw counts once.
        toldForces.forEach((path, times) -> forces.merge(path, times, Math::max));
        return new Counts(
                read.size(),
                bytes,
                written.size(),
                forces.values().stream().mapToInt(Integer::intValue).sum());
    }

    @Override
    public void close() {
        recording.close();
    }
}
