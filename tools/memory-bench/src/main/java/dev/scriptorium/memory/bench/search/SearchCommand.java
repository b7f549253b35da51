package dev.scriptorium.memory.bench.search;

import dev.scriptorium.memory.bench.report.BenchCommand;
import dev.scriptorium.memory.bench.report.Progress;
import dev.scriptorium.memory.bench.report.Report;
import dev.scriptorium.memory.bench.run.ScratchDirectories;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures searches in workspaces of several sizes, and bare Lucene and SQLite over the same documents. */
@Command(
        name = "search",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 96,
        description = "What a search costs, and what it costs with bare Lucene and with SQLite FTS5.")
public final class SearchCommand extends BenchCommand {
    /** Less has no conversation to ask about. */
    private static final BigDecimal LEAST = new BigDecimal("0.01");

    @Option(
            names = "--sizes",
            paramLabel = "MB",
            split = ",",
            defaultValue = "0.5,3.3,10,100",
            description = "Sizes of the workspaces in megabytes of text (default: ${DEFAULT-VALUE}).")
    private List<BigDecimal> sizes = List.of();

    @Option(
            names = "--n",
            paramLabel = "N",
            defaultValue = "300",
            description = "Measured searches a size (default: ${DEFAULT-VALUE}).")
    private int searches;

    @Option(
            names = "--drop",
            paramLabel = "N",
            defaultValue = "50",
            description = "Searches before those (default: ${DEFAULT-VALUE}).")
    private int dropped;

    @Option(
            names = "--cold",
            paramLabel = "N",
            defaultValue = "15",
            description = "New processes a size, of ours and of bare Lucene (default: ${DEFAULT-VALUE}).")
    private int processes;

    @Option(
            names = "--work",
            paramLabel = "DIR",
            description = "Where workspaces are made and removed again (default: the temporary directory).")
    private @Nullable Path work;

    /** For picocli. */
    public SearchCommand() {}

    @Override
    protected Report run(Progress progress) throws IOException {
        if (sizes.stream().anyMatch(size -> size.compareTo(LEAST) < 0)
                || searches < 1
                || dropped < 0
                || processes < 1) {
            throw usage("expected sizes of at least " + LEAST + " MB and counts of at least 1");
        }
        Path scratch = scratch();
        List<MeasuredSize> measured = new ArrayList<>();
        try {
            for (BigDecimal size : sizes) {
                measured.add(MeasuredSize.make(size, scratch.resolve(size.toPlainString()), progress));
            }
            return measure(measured, progress);
        } finally {
            for (MeasuredSize each : measured) {
                each.close();
            }
            ScratchDirectories.remove(scratch);
        }
    }

    private Path scratch() throws IOException {
        if (work == null) {
            return Files.createTempDirectory("scriptorium-bench-").toRealPath();
        }
        Files.createDirectories(work);
        return Files.createTempDirectory(work, "scriptorium-bench-").toRealPath();
    }

    /** What is one of many is done round robin, so that whatever else the machine does meets all sizes alike. */
    private Report measure(List<MeasuredSize> measured, Progress progress) throws IOException {
        progress.say("opening in new processes");
        for (MeasuredSize each : measured) {
            each.watchCold();
        }
        for (int process = 0; process < processes; process++) {
            for (MeasuredSize each : measured) {
                each.openCold();
            }
        }
        progress.say("searching");
        for (int round = 0; round < dropped + searches; round++) {
            for (MeasuredSize each : measured) {
                each.ask(round, round >= dropped);
            }
            progress.at((round + 1) + " of " + (dropped + searches) + " rounds");
        }
        progress.say("searching after outside edits");
        for (int round = 0; round < dropped + searches; round++) {
            for (MeasuredSize each : measured) {
                each.refresh(round >= dropped);
            }
            progress.at((round + 1) + " of " + (dropped + searches) + " rounds");
        }
        return SearchReport.of(measured.stream().map(MeasuredSize::figures).toList());
    }
}
