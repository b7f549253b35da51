package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.bench.report.BenchCommand;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.bench.report.Report;
import dev.scriptorium.memory.bench.run.ScratchDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Has several processes write one workspace at the same time, and looks for every edit. */
@Command(
        name = "contend",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 96,
        description = "Write one workspace from several processes at once, and look for every edit.")
public final class ContendCommand extends BenchCommand {
    private static final int LEAST_PROCESSES = 3;

    @Option(names = "--writers", paramLabel = "N", defaultValue = "8", description = "How many; ${DEFAULT-VALUE}.")
    private int writers;

    @Option(
            names = "--edits",
            paramLabel = "M",
            defaultValue = "400",
            description = "Edits of all writers together; ${DEFAULT-VALUE}.")
    private int edits;

    @Option(
            names = "--processes",
            paramLabel = "P",
            defaultValue = "3",
            description = "Processes that the writers are spread over, never fewer than 3; ${DEFAULT-VALUE}.")
    private int processes;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "20240506", description = "Of chance; ${DEFAULT-VALUE}.")
    private long seed;

    /** For picocli. */
    public ContendCommand() {}

    @Override
    protected Report run(Progress progress) throws IOException {
        if (writers < 1 || edits < 1 || processes < 1) {
            throw usage("--writers " + writers + " --edits " + edits + " --processes " + processes
                    + ": expected at least one of each");
        }
        RunFiles files =
                new RunFiles(Files.createTempDirectory("scriptorium-contend-").toRealPath());
        Contention contention =
                new Contention(files, writers, edits, Math.max(LEAST_PROCESSES, processes), seed, progress);
        Report report = contention.run();
        Path directory = files.directory();
        if (report.failure().isPresent()) {
            progress.say("kept " + directory);
        } else {
            ScratchDirectories.remove(directory);
        }
        return report;
    }
}
