package dev.scriptorium.memory.local.backup;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.git.HistoryFiles;
import dev.scriptorium.memory.local.internal.io.Sha256;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes one export. The same state gives the same bytes, but for the time it was made. Not thread-safe. */
final class ExportWriter implements AutoCloseable {
    /** The earliest that a zip file can say: the files of a state have no times worth keeping. */
    private static final LocalDateTime NO_TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private static final int BUFFER = 1 << 16;

    private final ZipOutputStream zip;
    private final SortedMap<String, ExportManifest.Content> files = new TreeMap<>();
    private final Map<String, String> folded = new HashMap<>();

    ExportWriter(Disk disk, Path file) throws IOException {
        zip = new ZipOutputStream(new BufferedOutputStream(disk.creating(file), BUFFER), StandardCharsets.UTF_8);
    }

    /** Writes everything, the manifest last, and closes the file. */
    ExportManifest write(WorkspaceId workspace, ExportState state, WorkspaceLayout layout, Transactions transactions)
            throws IOException {
        Snapshot snapshot = state.snapshot();
        for (String path : snapshot.hashes().keySet()) {
            put(ExportPaths.MEMORY + path, transactions.bytes(path, snapshot));
        }
        Optional<byte[]> core = core(snapshot, layout, transactions);
        if (core.isPresent()) {
            put(ExportPaths.MEMORY + WorkspaceLayout.CORE_VIEW, core.get());
        }
        String runtime = String.valueOf(layout.runtime().getFileName());
        for (var own : state.state().entrySet()) {
            put(ExportPaths.MEMORY + runtime + "/" + own.getKey(), own.getValue());
        }
        List<String> edits = new ArrayList<>();
        for (String path : beside(snapshot, layout)) {
            if (put(ExportPaths.EDITS + path, layout.file(path))) {
                edits.add(path);
            }
        }
        zip.setLevel(Deflater.NO_COMPRESSION);
        for (var reference : state.references().entrySet()) {
            put(ExportPaths.MEMORY + ExportPaths.GIT + reference.getKey(), reference.getValue());
        }
        if (state.head() != null) {
            objects(layout.root().resolve(".git"));
        }
        zip.setLevel(Deflater.DEFAULT_COMPRESSION);
        ExportManifest manifest = new ExportManifest(
                workspace.value(),
                snapshot.revision().value(),
                snapshot.generation(),
                transactions.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                runtime,
                state.head(),
                snapshot.topics().paths().size(),
                snapshot.topics().blockCount(),
                snapshot.sources().paths().size(),
                Math.toIntExact(snapshot.sources().turns()),
                edits,
                files);
        entry(ExportPaths.MANIFEST);
        zip.write(manifest.toJson().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
        zip.close();
        return manifest;
    }

    /** The resident block of the state; where it has no master, what an older version left. */
    private static Optional<byte[]> core(Snapshot snapshot, WorkspaceLayout layout, Transactions transactions)
            throws IOException {
        if (snapshot.topics().contains(TopicPath.CORE)) {
            return Optional.of(transactions.renderCore(snapshot).text().getBytes(StandardCharsets.UTF_8));
        }
        Path left = layout.file(WorkspaceLayout.CORE_VIEW);
        return Files.isRegularFile(left, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(Files.readAllBytes(left))
                : Optional.empty();
    }

    /** What stands beside the memory: edits that do not serve, archives that were changed, files of other kinds. */
    private static SortedSet<String> beside(Snapshot snapshot, WorkspaceLayout layout) throws IOException {
        SortedSet<String> beside = new TreeSet<>(snapshot.modifiedArchives());
        for (TopicPath path : snapshot.unadopted()) {
            Path file = layout.file(path.value());
            if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && !snapshot.hash(path.value()).equals(Optional.of(Sha256.hex(Files.readAllBytes(file))))) {
                beside.add(path.value());
            }
        }
        for (String directory : List.of(WorkspaceLayout.TOPICS, WorkspaceLayout.SOURCES)) {
            Files.walkFileTree(layout.file(directory), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes seen) {
                    String path = layout.path(file);
                    String name = String.valueOf(file.getFileName());
                    if (seen.isRegularFile()
                            && !name.endsWith(".md")
                            && !Disk.isTemporary(name)
                            && ExportPaths.isContent(path)) {
                        beside.add(path);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        }
        return beside;
    }

    /** The objects, until none is found that has not been written: somebody may pack them meanwhile. */
    private void objects(Path git) throws IOException {
        boolean more = true;
        while (more) {
            more = false;
            for (String path : HistoryFiles.objects(git)) {
                String name = ExportPaths.MEMORY + ExportPaths.GIT + path;
                if (!files.containsKey(name)) {
                    // One that is gone by now is in a new pack, which the next look finds.
                    put(name, git.resolve(path));
                    more = true;
                }
            }
        }
    }

    private void put(String name, byte[] bytes) throws IOException {
        put(name, new ByteArrayInputStream(bytes));
    }

    /** Writes a file; false when it is gone. */
    private boolean put(String name, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            put(name, in);
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void put(String name, InputStream in) throws IOException {
        entry(name);
        MessageDigest digest = Sha256.digest();
        byte[] buffer = new byte[BUFFER];
        long length = 0;
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            digest.update(buffer, 0, read);
            zip.write(buffer, 0, read);
            length += read;
        }
        zip.closeEntry();
        files.put(name, new ExportManifest.Content(length, Sha256.hex(digest)));
    }

    /** What could not be unpacked everywhere is refused by its name, not found out when the export is read back. */
    private void requirePortable(String name) {
        boolean strange = name.chars().anyMatch(c -> c < ' ' || c == 0x7f || c == '\\');
        String other = folded.putIfAbsent(ExportPaths.folded(name), name);
        if (strange || other != null) {
            throw new MemoryException(
                    ErrorCode.INVALID_ARGUMENT,
                    "\"" + name.replaceAll("\\p{Cntrl}", "?") + "\" cannot be in an export: "
                            + (strange
                                    ? "a backslash or a control character is in its name"
                                    : "\"" + other + "\" differs from it only by case or composition")
                            + "; rename one of them, or move it out of the folder");
        }
    }

    private void entry(String name) throws IOException {
        requirePortable(name);
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(NO_TIME);
        zip.putNextEntry(entry);
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
