package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.bench.report.BenchCommand;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Kills processes that write a workspace, and looks at what is left. */
@Command(
        name = "crash",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 96,
        description =
                "Kill processes that write: at random instants, at every named point, in recovery, by power cuts.")
public final class CrashCommand extends BenchCommand {
    @Option(names = "--kills", paramLabel = "N", defaultValue = "100", description = "How many; ${DEFAULT-VALUE}.")
    private int kills;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "20240506", description = "Of chance; ${DEFAULT-VALUE}.")
    private long seed;

    /** For picocli. */
    public CrashCommand() {}

    @Override
    protected Report run(Progress progress) throws IOException {
        if (kills < 1) {
            throw usage("--kills " + kills + ": expected at least one");
        }
        Path directory = Files.createTempDirectory("scriptorium-crash-").toRealPath();
        Report report = new Lives(directory, seed, kills, progress).run().report();
        try (Stream<Path> left = Files.list(directory)) {
            if (left.findAny().isPresent()) {
                progress.say("kept " + directory);
                return report;
            }
        }
        Files.delete(directory);
        return report;
    }
}
