package dev.scriptorium.memory.cli;

import java.io.PrintStream;

/** How far long work is: a bar on a terminal, a line now and then elsewhere. Not thread-safe. */
final class Progress implements AutoCloseable {
    private static final long QUIET_NANOS = 5_000_000_000L;
    private static final long REDRAW_NANOS = 100_000_000L;
    private static final int BAR = 24;
    private static final int STATE_WIDTH = 56;

    private final PrintStream err;
    private final boolean bar;
    private final String work;
    private long toldAt = System.nanoTime();
    private boolean drawn;

    /**
     * Progress that nobody hears of unless the work takes a while.
     *
     * @param work what is done, such as "writing"
     */
    Progress(Output output, String work) {
        this.err = output.around().err();
        this.bar = output.around().interactive();
        this.work = work;
    }

    /**
     * Says where the work stands, if it is time to.
     *
     * @param share how much of it is done, from 0 to 1
     * @param state the same in words
     */
    void at(double share, String state) {
        long now = System.nanoTime();
        if (now - toldAt < (bar ? REDRAW_NANOS : QUIET_NANOS)) {
            return;
        }
        toldAt = now;
        String shown = TextLayout.oneLine(state, STATE_WIDTH);
        if (bar) {
            int full = (int) Math.max(0, Math.min(BAR, BAR * share));
            err.print("\r[" + "#".repeat(full) + ".".repeat(BAR - full) + "] " + shown + "\u001b[K");
            drawn = true;
        } else {
            err.print(work + ": " + shown + "\n");
        }
        err.flush();
    }

    @Override
    public void close() {
        if (drawn) {
            err.print("\r\u001b[K");
            err.flush();
        }
    }
}
