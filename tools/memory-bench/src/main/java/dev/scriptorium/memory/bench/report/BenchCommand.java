package dev.scriptorium.memory.bench.report;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One bench: runs, then prints what it found. */
public abstract class BenchCommand implements Callable<Integer> {
    private static final int DONE = 0;
    private static final int FAILED = 1;

    @Spec
    @SuppressWarnings("NullAway.Init") // set before call()
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    /** For benches. */
    protected BenchCommand() {}

    @Override
    public final Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Report report = run(new Progress(err));
        if (json) {
            out.print(Json.pretty(report.document()) + "\n");
        } else {
            report.table().forEach(line -> out.print(line + "\n"));
        }
        out.flush();
        report.failure().ifPresent(failure -> new Progress(err).say(failure));
        return report.failure().isEmpty() ? DONE : FAILED;
    }

    /** Does the work. */
    protected abstract Report run(Progress progress) throws IOException;

    /** What to throw when the options contradict each other. */
    protected final ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
