package dev.scriptorium.memory.bench.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The writes of one size. Not thread-safe. */
final class WriteRun implements AutoCloseable {
    private static final int MOST_COUNTED = 20;

    private final long blocks;
    private final MeasuredWorkspace workspace;
    private final @Nullable MeasuredFloor floor;
    private final Path scratch;
    private String lastArchive = "";

    private WriteRun(long blocks, MeasuredWorkspace workspace, @Nullable MeasuredFloor floor, Path scratch) {
        this.blocks = blocks;
        this.workspace = workspace;
        this.floor = floor;
        this.scratch = scratch;
    }

    static WriteRun of(long blocks, Path directory, boolean passes, int writes, Path scratch) throws IOException {
        MeasuredFloor floor = new MeasuredFloor(scratch.resolve("floor-" + blocks), directory, blocks);
        return new WriteRun(blocks, MeasuredWorkspace.open(directory, passes, writes), floor, scratch);
    }

    /** One transaction, between two looks at paths that are not there, which a trace shows. */
    static Figures once(Path directory, boolean passes, Path scratch) throws IOException {
        try (WriteRun run = new WriteRun(0, MeasuredWorkspace.openForOne(directory, passes), null, scratch)) {
            Figures figures = run.figures(1);
            return figures.of(run.workspace.blocks() - 1);
        }
    }

    /** One transaction and the floor under it. */
    void round(boolean counted) throws IOException {
        MeasuredFloor under = floor;
        if (under == null) {
            throw new IllegalStateException("no floor");
        }
        if (!lastArchive.isEmpty()) {
            under.before(lastArchive);
        }
        MeasuredWorkspace.Change change = workspace.write(counted);
        lastArchive = change.archive();
        under.write(change, counted);
    }

    /** The figures; some more transactions are counted, apart from the timed ones, since being looked at costs time. */
    Figures figures() {
        return figures(Math.min(MOST_COUNTED, workspace.total().size()));
    }

    private Figures figures(int counted) {
        List<FileTraffic.Counts> counts;
        boolean timed = workspace.total().size() == 0;
        try (FileTraffic traffic = new FileTraffic(workspace.root(), scratch)) {
            for (int i = 0; i < counted; i++) {
                mark("begin");
                traffic.during(() -> workspace.write(timed).operations());
                mark("end");
            }
            counts = traffic.counts();
        }
        Map<String, Double> steps = new LinkedHashMap<>();
        for (Steps step : Steps.values()) {
            steps.put(step.key(), workspace.steps(step).p50());
        }
        return new Figures(
                blocks,
                workspace.total().p50(),
                workspace.total().p99(),
                floor == null
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(floor.total().p50()),
                typical(counts),
                steps);
    }

    private void mark(String what) {
        if (Files.exists(scratch.resolve("transaction-" + what))) {
            throw new IllegalStateException("somebody made a file in " + scratch);
        }
    }

    private static FileTraffic.Counts typical(List<FileTraffic.Counts> counts) {
        return new FileTraffic.Counts(
                (int) median(counts, FileTraffic.Counts::filesRead),
                median(counts, FileTraffic.Counts::bytesRead),
                (int) median(counts, FileTraffic.Counts::filesWritten),
                (int) median(counts, FileTraffic.Counts::forces));
    }

    private static long median(List<FileTraffic.Counts> counts, ToLongFunction<FileTraffic.Counts> of) {
        List<Long> values = new ArrayList<>();
        counts.forEach(count -> values.add(of.applyAsLong(count)));
        values.sort(null);
        return values.get(values.size() / 2);
    }

    @Override
    public void close() throws IOException {
        workspace.close();
        if (floor != null) {
            floor.close();
        }
    }
}
