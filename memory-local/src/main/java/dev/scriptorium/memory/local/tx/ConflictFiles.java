package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * What somebody saved while a transaction replaced the same block, kept beside the topic. It holds ids that stand in the
 * topic, so it is set aside and named until somebody has taken from it what they need and removed it.
 */
final class ConflictFiles {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);

    private final WorkspaceLayout layout;

    ConflictFiles(WorkspaceLayout layout) {
        this.layout = layout;
    }

    /** Keeps bytes beside a topic, forced; returns the workspace path. The caller holds the install lock. */
    String keep(TopicPath path, byte[] bytes, Instant at) throws IOException {
        String stem = path.value().substring(0, path.value().length() - ".md".length());
        for (int i = 1; ; i++) {
            String name = stem + ".conflict-" + TIME.format(at) + (i == 1 ? "" : "-" + i) + ".md";
            Path file = layout.file(name);
            try {
                layout.disk().createDirectories(Disk.parent(file));
                layout.disk().create(file, bytes);
                layout.disk().forceDirectory(Disk.parent(file));
                return name;
            } catch (FileAlreadyExistsException e) {
                // Two in one second.
            }
        }
    }
}
