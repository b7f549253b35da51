package dev.scriptorium.memory.bench.report;

import java.io.PrintWriter;

/** Says on the error stream what a bench is doing, and now and then how far it is. Not thread-safe. */
public final class Progress {
    private static final long QUIET_NANOS = 5_000_000_000L;

    private final PrintWriter err;
    private long toldAt = System.nanoTime();

    /** Progress told to this writer. */
    public Progress(PrintWriter err) {
        this.err = err;
    }

    /** Says that something begins, or is worth knowing. */
    public void say(String line) {
        err.print("bench: " + line + "\n");
        err.flush();
        toldAt = System.nanoTime();
    }

    /** Says how far the work is, unless something was said a moment ago. */
    public void at(String line) {
        if (System.nanoTime() - toldAt >= QUIET_NANOS) {
            say(line);
        }
    }
}
