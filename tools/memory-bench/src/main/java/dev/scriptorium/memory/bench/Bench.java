package dev.scriptorium.memory.bench;

import dev.scriptorium.memory.bench.contend.ContendCommand;
import dev.scriptorium.memory.bench.crash.CrashCommand;
import dev.scriptorium.memory.bench.gen.GenCommand;
import dev.scriptorium.memory.bench.locomo.LocomoCommand;
import dev.scriptorium.memory.bench.report.Refusals;
import dev.scriptorium.memory.bench.search.SearchCommand;
import dev.scriptorium.memory.bench.write.HistoryCommand;
import dev.scriptorium.memory.bench.write.WriteCommand;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

/** The benches, by name. */
@Command(
        name = "run.sh",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 96,
        synopsisSubcommandLabel = "NAME",
        commandListHeading = "%nBenches:%n",
        description = "Measures what Scriptorium promises. --heap 64m gives Java that much, for any bench.",
        subcommands = {
            GenCommand.class,
            SearchCommand.class,
            WriteCommand.class,
            HistoryCommand.class,
            CrashCommand.class,
            ContendCommand.class,
            LocomoCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {" 0:done", " 1:failed", " 2:not called as it has to be", "75:failed for now; try again"})
public final class Bench {
    private static final Logger ROOT_LOGGER = Logger.getLogger("");

    private Bench() {}

    /** Runs a bench and ends the process with its exit code. */
    public static void main(String[] args) {
        // Lucene logs which of its parts a virtual machine can use; nobody asked.
        LogManager.getLogManager().reset();
        ROOT_LOGGER.setLevel(Level.OFF);
        int code = run(writer(FileDescriptor.out), writer(FileDescriptor.err), args);
        System.exit(code);
    }

    private static PrintWriter writer(FileDescriptor stream) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(stream), StandardCharsets.UTF_8), false);
    }

    /** Runs a bench; returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        Refusals refusals = new Refusals(out, err, Arrays.asList(args).contains("--json"));
        try {
            return new CommandLine(new Bench())
                    .setExpandAtFiles(false)
                    .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                    .setOut(out)
                    .setErr(err)
                    .setExecutionExceptionHandler((problem, command, parsed) -> refusals.failure(problem))
                    .setParameterExceptionHandler(
                            (problem, given) -> refusals.usage(String.valueOf(problem.getMessage())))
                    .execute(args);
        } catch (OutOfMemoryError e) {
            return refusals.failure(e);
        } finally {
            out.flush();
            err.flush();
        }
    }
}
