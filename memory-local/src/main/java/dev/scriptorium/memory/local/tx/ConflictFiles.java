package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.disk.Disk;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What somebody saved while a transaction replaced the same block, kept beside the topic. It holds ids that stand in the
 * topic, so it is set aside and named until somebody has taken from it what they need and removed it.
 */
final class ConflictFiles {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss").withZone(ZoneOffset.UTC);

    private static final Pattern NAME = Pattern.compile(".+\\.conflict-[0-9]{8}T[0-9]{6}(-[0-9]+)?\\.md");

    private final WorkspaceLayout layout;

    ConflictFiles(WorkspaceLayout layout) {
        this.layout = layout;
    }

    /** Keeps bytes beside a topic, forced; returns the workspace path. The caller holds the install lock. */
    String keep(TopicPath path, byte[] bytes, Instant at) throws IOException {
        String stem = path.value().substring(0, path.value().length() - ".md".length()) + ".conflict-";
        Optional<String> already = already(path, stem, bytes);
        if (already.isPresent()) {
            return already.get();
        }
        for (int i = 1; ; i++) {
            String name = stem + TIME.format(at) + (i == 1 ? "" : "-" + i) + ".md";
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

    /** Whether a file is called as those that are kept here: never a topic, whatever becomes of the one beside it. */
    static boolean isOne(TopicPath path) {
        return NAME.matcher(path.value()).matches();
    }

    /** The file that keeps these bytes: another process may have kept them before it died. */
    private Optional<String> already(TopicPath path, String stem, byte[] bytes) throws IOException {
        Path directory = Disk.parent(layout.file(path.value()));
        String begin = stem.substring(stem.lastIndexOf('/') + 1);
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    String name = String.valueOf(file.getFileName());
                    if (name.startsWith(begin) && Arrays.equals(Files.readAllBytes(file), bytes)) {
                        return Optional.of(
                                path.value().substring(0, path.value().lastIndexOf('/') + 1) + name);
                    }
                }
            }
        }
        return Optional.empty();
    }
}
