package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.bench.floor.FloorSetup;
import dev.scriptorium.memory.bench.floor.WriteFloor;
import dev.scriptorium.memory.bench.report.Samples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The floor under the writes of one workspace: for each of them, the same files. Not thread-safe. */
final class MeasuredFloor implements AutoCloseable {
    /** Longer archives enter the history now and then only (D31). */
    private static final int COMMITTED_ARCHIVE = 256 * 1024;

    private static final byte[] MANIFEST = new byte[600];

    private final Path directory;
    private final Path workspace;
    private final WriteFloor floor;
    private final Map<String, Long> lengths = new HashMap<>();
    private final Samples total = new Samples();

    MeasuredFloor(Path directory, Path workspace, long blocks) throws IOException {
        this.directory = directory;
        this.workspace = workspace;
        this.floor = FloorSetup.beside(directory, workspace, blocks);
    }

    Samples total() {
        return total;
    }

    /** Remembers how long the archive was, if it is known, before a write. */
    void before(String archive) throws IOException {
        Path file = workspace.resolve(archive);
        lengths.put(archive, Files.exists(file) ? Files.size(file) : 0L);
    }

    /** Does the least that the last write of the workspace could have done. */
    void write(MeasuredWorkspace.Change change, boolean counted) throws IOException {
        byte[] topic = Files.readAllBytes(workspace.resolve(change.topic()));
        byte[] archive = Files.readAllBytes(workspace.resolve(change.archive()));
        int before = (int) (long) lengths.getOrDefault(change.archive(), 0L);
        Map<String, byte[]> whole = new TreeMap<>(Map.of(change.topic(), topic));
        Map<String, byte[]> ends = new TreeMap<>();
        Map<String, byte[]> committed = new TreeMap<>(whole);
        if (before == 0) {
            whole.put(change.archive(), archive);
        } else {
            ends.put(change.archive(), Arrays.copyOfRange(archive, before, archive.length));
        }
        if (archive.length <= COMMITTED_ARCHIVE) {
            committed.put(change.archive(), archive);
        }
        makeDirectory(change.topic());
        makeDirectory(change.archive());
        String text = new String(topic, StandardCharsets.UTF_8);

        long begin = System.nanoTime();
        floor.write(whole, ends, MANIFEST);
        floor.commit(committed);
        floor.index(change.topic(), FloorSetup.documents(change.topic(), text));
        long end = System.nanoTime();
        if (counted) {
            total.add(end - begin);
        }
    }

    private void makeDirectory(String file) throws IOException {
        Files.createDirectories(directory.resolve(file).getParent());
    }

    @Override
    public void close() throws IOException {
        floor.close();
    }
}
