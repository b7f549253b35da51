package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.bench.gen.ByteSize;
import dev.scriptorium.memory.bench.gen.FirstOpening;
import dev.scriptorium.memory.bench.gen.Shape;
import dev.scriptorium.memory.bench.gen.SyntheticWorkspace;
import dev.scriptorium.memory.bench.report.BenchCommand;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.bench.report.Report;
import dev.scriptorium.memory.bench.report.Samples;
import dev.scriptorium.memory.bench.run.ScratchDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how a history grows, against one packed copy of it. */
@Command(
        name = "history",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 96,
        description = "How large many small commits become, and what packing costs the updates beside it.")
public final class HistoryCommand extends BenchCommand {
    /** So many times the packed size a history may have. */
    private static final double LARGEST_RATIO = 3;

    @Option(
            names = "--commits",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Records written, a commit each (default: ${DEFAULT-VALUE}).")
    private int commits;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Blocks of the workspace before (default: ${DEFAULT-VALUE}).")
    private long blocks;

    @Option(
            names = "--archive",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "Write by passes that append to one archive of this size.")
    private long archive;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = "Where the workspace is made and removed again (default: the temporary directory).")
    private @Nullable Path work;

    /** For picocli. */
    public HistoryCommand() {}

    @Override
    protected Report run(Progress progress) throws IOException {
        if (commits < 1 || blocks < 1 || archive < 0) {
            throw usage("expected counts of at least 1");
        }
        if (work != null) {
            Files.createDirectories(work);
        }
        Path scratch = work == null
                ? Files.createTempDirectory("scriptorium-bench-")
                : Files.createTempDirectory(work, "scriptorium-bench-");
        try {
            Path workspace = scratch.resolve("workspace");
            progress.say("making a workspace of " + blocks + " blocks");
            SyntheticWorkspace.write(Shape.ofBlocks(blocks, archive), workspace, progress);
            progress.say("opening it for the first time");
            FirstOpening.of(workspace);
            progress.say("writing " + commits + " records");
            HistoryGrowth growth = new HistoryGrowth(workspace, archive > 0);
            try (growth) {
                growth.write(commits, progress);
            }
            long bytes = growth.bytes();
            progress.say("packing a copy");
            return report(growth, bytes, packed(workspace.resolve(".git"), scratch.resolve("packed/.git")));
        } finally {
            ScratchDirectories.remove(scratch);
        }
    }

    /** The size of a copy that {@code git gc} has made one pack of; empty where there is no {@code git}. */
    private static OptionalLong packed(Path git, Path copy) throws IOException {
        copy(git, copy);
        try {
            Process process = new ProcessBuilder("git", "-c", "gc.pruneExpire=now", "gc", "--quiet")
                    .directory(copy.resolveSibling("").toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0 ? OptionalLong.of(HistoryGrowth.bytes(copy)) : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalLong.empty();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> all;
        try (var walk = Files.walk(from)) {
            all = walk.toList();
        }
        Files.createDirectories(to);
        for (Path path : all) {
            Path target = to.resolve(from.relativize(path).toString());
            if (Files.isDirectory(path)) {
                Files.createDirectories(target);
            } else {
                Files.copy(path, target);
            }
        }
    }

    private Report report(HistoryGrowth growth, long bytes, OptionalLong packed) {
        Double ratio = packed.isPresent() ? Double.valueOf(Samples.rounded((double) bytes / packed.getAsLong())) : null;
        PackingExecutor housekeeping = growth.housekeeping();
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("commits", commits);
        document.put("bytes", bytes);
        document.put("packed_bytes", packed.isPresent() ? packed.getAsLong() : null);
        document.put("ratio", ratio);
        document.put("update_p50_ms", Samples.rounded(growth.updates().p50()));
        document.put("update_p99_ms", Samples.rounded(growth.updates().p99()));
        document.put("pack_slices", housekeeping.slices());
        document.put("longest_slice_ms", Samples.rounded(housekeeping.longestMillis()));
        List<String> table = List.of(
                String.format(
                        Locale.ROOT,
                        "%d commits: %d bytes; packed by git: %s; ratio %s",
                        commits,
                        bytes,
                        packed.isPresent() ? String.valueOf(packed.getAsLong()) : "no git",
                        ratio),
                times("updates", growth.updates()),
                times("of these beside housekeeping", growth.besidePacking()),
                String.format(
                        Locale.ROOT,
                        "packing: %d slices, the longest %.1f ms",
                        housekeeping.slices(),
                        housekeeping.longestMillis()));
        Optional<String> failure = ratio != null && ratio > LARGEST_RATIO
                ? Optional.of(
                        "the history is " + ratio + " times as large as one packed copy, more than " + LARGEST_RATIO)
                : Optional.empty();
        return new Report(document, table, failure);
    }

    private static String times(String what, Samples samples) {
        return String.format(
                Locale.ROOT, "%s: %d, p50 %.2f ms, p99 %.2f ms", what, samples.size(), samples.p50(), samples.p99());
    }
}
