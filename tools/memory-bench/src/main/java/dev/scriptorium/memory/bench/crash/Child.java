package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.testkit.fault.Fault;
import dev.scriptorium.memory.testkit.fault.FaultPoints;
import dev.scriptorium.memory.testkit.fault.RecordedRun;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The process that is killed: opens a workspace, works, and says how far it is. */
public final class Child {
    /** What it says before it opens the workspace. */
    static final String OPENING = "opening";

    /** What it says before it works. */
    static final String OPENED = "opened";

    /** What it says before how many steps are done. */
    static final String STEP = "step ";

    /** What it says when all is done, and closed. */
    static final String DONE = "done";

    /** The exit code of one that was halted at a point. */
    static final int HALTED = 42;

    private static final String INDEX = ".scriptorium/index";

    private Child() {}

    /**
     * Works.
     *
     * @param args directory, who keeps the marks, seed of the conversations, and how it ends: see {@link Kill}
     */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        Home home = new Home(Path.of(args[0]), Boolean.parseBoolean(args[1]), Long.parseLong(args[2]));
        FaultPoints points = points(home, args);
        out.println(OPENING);
        try (LocalMemoryBackend backend = home.open(points)) {
            out.println(OPENED);
            new Work(backend).run(done -> out.println(STEP + done));
        }
        out.println(DONE);
    }

    private static FaultPoints points(Home home, String[] args) {
        Path workspace = home.workspace();
        if (args[3].equals(Kill.AT_POINT)) {
            return FaultPoints.of(workspace).at(args[4], Integer.parseInt(args[5]), Fault.halt(HALTED));
        }
        if (args[3].equals(Kill.AT_OPERATION)) {
            return FaultPoints.of(workspace).at(Integer.parseInt(args[4]), Fault.halt(HALTED));
        }
        if (args[3].equals(Kill.POWER_CUT)) {
            RecordedRun run = RecordedRun.of(workspace, INDEX);
            Path into = home.directory().resolve(args[5]);
            Fault fault = Fault.powerLoss(run, into, Integer.parseInt(args[6]), home.seed(), HALTED);
            return FaultPoints.of(workspace, run).at(Integer.parseInt(args[4]), fault);
        }
        return FaultPoints.of(workspace);
    }
}
