package dev.scriptorium.memory.bench.search;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Counts the topics and archives of a workspace of which a byte is read, as the virtual machine's own recorder sees it:
 * what is not read cannot be parsed. Not thread-safe.
 */
final class FilesRead implements AutoCloseable {
    private static final String READ = "jdk.FileRead";

    private final Path root;
    private final Recording recording = new Recording();

    FilesRead(Path root) {
        this.root = root.toAbsolutePath().normalize();
        recording.enable(READ).withThreshold(Duration.ZERO).withoutStackTrace();
        recording.start();
    }

    /** Stops looking; how many files there were, each counted once. */
    long count() throws IOException {
        recording.stop();
        Path file = Files.createTempFile("scriptorium-bench-", ".jfr");
        try {
            try (InputStream recorded = recording.getStream(null, null)) {
                Files.write(file, recorded == null ? new byte[0] : recorded.readAllBytes());
            }
            Set<String> read = new HashSet<>();
            for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                if (event.getEventType().getName().equals(READ)) {
                    String path = String.valueOf(event.getString("path"));
                    if (isText(path)) {
                        read.add(path);
                    }
                }
            }
            return read.size();
        } finally {
            Files.delete(file);
        }
    }

    private boolean isText(String path) {
        Path file = Path.of(path);
        return file.startsWith(root.resolve("topics")) || file.startsWith(root.resolve("sources"));
    }

    @Override
    public void close() {
        recording.close();
    }
}
