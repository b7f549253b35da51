package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.bench.gen.ByteSize;
import dev.scriptorium.memory.bench.gen.FirstOpening;
import dev.scriptorium.memory.bench.gen.Shape;
import dev.scriptorium.memory.bench.gen.SyntheticWorkspace;
import dev.scriptorium.memory.bench.report.BenchCommand;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.bench.report.Report;
import dev.scriptorium.memory.bench.run.ScratchDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures one-record transactions in workspaces of several sizes, and the floor under each. */
@Command(
        name = "write",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 96,
        description = "What a transaction of one record costs, and the least it could.")
public final class WriteCommand extends BenchCommand {
    @Option(
            names = "--blocks",
            paramLabel = "N",
            split = ",",
            defaultValue = "1000,10000,100000",
            description = "Sizes of the workspaces in blocks (default: ${DEFAULT-VALUE}).")
    private List<Long> blocks = List.of();

    @Option(
            names = "--archive",
            paramLabel = "SIZE",
            converter = ByteSize.class,
            description = "Write by passes that append to one archive of this size.")
    private long archive;

    @Option(
            names = "--n",
            paramLabel = "N",
            defaultValue = "300",
            description = "Measured transactions a size (default: ${DEFAULT-VALUE}).")
    private int transactions;

    @Option(
            names = "--drop",
            paramLabel = "N",
            defaultValue = "50",
            description = "Transactions before those (default: ${DEFAULT-VALUE}).")
    private int dropped;

    @Option(names = "--once", description = "One transaction, without floor, to be traced from outside.")
    private boolean once;

    @Option(names = "--in", paramLabel = "DIR", description = "With --once: a workspace made by gen.")
    private @Nullable Path in;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = "Where workspaces are made and removed again (default: the temporary directory).")
    private @Nullable Path work;

    /** For picocli. */
    public WriteCommand() {}

    @Override
    protected Report run(Progress progress) throws IOException {
        if (blocks.stream().anyMatch(size -> size < 1) || transactions < 1 || dropped < 0 || archive < 0) {
            throw usage("expected sizes and counts of at least 1");
        }
        if (in != null && !once) {
            throw usage("--in is for --once");
        }
        Path scratch = scratch();
        try {
            return once ? runOnce(scratch, progress) : runAll(scratch, progress);
        } finally {
            ScratchDirectories.remove(scratch);
        }
    }

    private Path scratch() throws IOException {
        if (work == null) {
            return Files.createTempDirectory("scriptorium-bench-");
        }
        Files.createDirectories(work);
        return Files.createTempDirectory(work, "scriptorium-bench-");
    }

    private Path workspace(long size, Path scratch, Progress progress) throws IOException {
        Path directory = scratch.resolve("workspace-" + size);
        progress.say("making a workspace of " + size + " blocks");
        SyntheticWorkspace.write(Shape.ofBlocks(size, archive), directory, progress);
        progress.say("opening it for the first time");
        FirstOpening.of(directory);
        return directory;
    }

    private Report runOnce(Path scratch, Progress progress) throws IOException {
        List<Figures> figures = new ArrayList<>();
        Path given = in;
        if (given == null) {
            for (long size : blocks) {
                figures.add(WriteRun.once(workspace(size, scratch, progress), archive > 0, scratch));
            }
        } else {
            Path directory = given.toAbsolutePath().normalize();
            if (!Files.isDirectory(directory.resolve("topics"))) {
                throw usage("--in " + given + ": not a workspace");
            }
            if (!Files.isDirectory(directory.resolve(".scriptorium"))) {
                progress.say("opening it for the first time");
                FirstOpening.of(directory);
            }
            figures.add(WriteRun.once(directory, archive > 0, scratch));
        }
        return WriteReport.of(figures);
    }

    private Report runAll(Path scratch, Progress progress) throws IOException {
        List<WriteRun> runs = new ArrayList<>();
        try {
            for (long size : blocks) {
                Path directory = workspace(size, scratch, progress);
                progress.say("making the floor beside it");
                runs.add(WriteRun.of(size, directory, archive > 0, dropped + transactions, scratch));
            }
            progress.say("writing");
            for (int round = 0; round < dropped + transactions; round++) {
                for (WriteRun run : runs) {
                    run.round(round >= dropped);
                }
                progress.at((round + 1) + " of " + (dropped + transactions) + " rounds");
            }
            List<Figures> figures = new ArrayList<>();
            for (WriteRun run : runs) {
                figures.add(run.figures());
            }
            return WriteReport.of(figures);
        } finally {
            for (WriteRun run : runs) {
                run.close();
            }
        }
    }
}
