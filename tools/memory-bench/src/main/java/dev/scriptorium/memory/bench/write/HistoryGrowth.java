package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.api.session.SessionId;
import dev.scriptorium.memory.api.session.SessionStores;
import dev.scriptorium.memory.bench.gen.SyntheticWorkspace;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.bench.report.Samples;
import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.LocalMemoryConfig;
import dev.scriptorium.memory.testkit.session.InMemorySessionStore;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/** A history that grows by one commit a record, with what each cost. Not thread-safe. */
final class HistoryGrowth implements AutoCloseable {
    private static final int TOPICS = 1_000;

    private final Path root;
    private final PackingExecutor housekeeping;
    private final LocalMemoryBackend backend;
    private final RecordWriting writing;
    private final List<RecordWriting.Place> places;
    private final Samples updates = new Samples();
    private final Samples besidePacking = new Samples();

    /** Opens a workspace; with {@code passes}, every record is a pass that appends to one archive. */
    HistoryGrowth(Path root, boolean passes) throws IOException {
        this.root = root;
        this.housekeeping = new PackingExecutor(root);
        this.places = MeasuredWorkspace.places(root, TOPICS);
        if (passes) {
            InMemorySessionStore sessions = new InMemorySessionStore();
            PassWriting pass = new PassWriting(sessions.session(SyntheticWorkspace.LONG_SESSION));
            this.backend = LocalMemoryBackend.open(
                    LocalMemoryConfig.builder(root, sessions)
                            .writer(pass)
                            .executor(housekeeping)
                            .build(),
                    housekeeping);
            pass.through(backend);
            this.writing = pass;
        } else {
            this.backend = LocalMemoryBackend.open(
                    LocalMemoryConfig.builder(root, SessionStores.ofList(new SessionId("none"), List.of()))
                            .executor(housekeeping)
                            .build(),
                    housekeeping);
            this.writing = new ChangeWriting(backend.workspace());
        }
    }

    /** Writes so many records, a commit each. */
    void write(int commits, Progress progress) {
        for (int i = 0; i < commits; i++) {
            boolean busy = housekeeping.isBusy();
            long begin = System.nanoTime();
            writing.write(places.get(i % places.size()), i);
            long nanos = System.nanoTime() - begin;
            updates.add(nanos);
            if (busy || housekeeping.isBusy()) {
                besidePacking.add(nanos);
            }
            progress.at((i + 1) + " of " + commits + " commits");
        }
    }

    /** All updates. */
    Samples updates() {
        return updates;
    }

    /** The updates while housekeeping ran. */
    Samples besidePacking() {
        return besidePacking;
    }

    /** The thread that packs. */
    PackingExecutor housekeeping() {
        return housekeeping;
    }

    /** The bytes of the repository now. */
    long bytes() throws IOException {
        return bytes(root.resolve(".git"));
    }

    /** The bytes of all files below a directory. */
    static long bytes(Path directory) throws IOException {
        long[] sum = new long[1];
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes seen) {
                sum[0] += seen.size();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return sum[0];
    }

    @Override
    public void close() {
        backend.close();
        housekeeping.close();
    }
}
