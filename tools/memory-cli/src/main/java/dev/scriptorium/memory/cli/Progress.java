package dev.scriptorium.memory.cli;

import dev.scriptorium.memory.api.session.SessionId;
import java.io.PrintStream;

/** How far a long write is: a bar on a terminal, a line now and then elsewhere. Not thread-safe. */
final class Progress implements AutoCloseable {
    private static final long QUIET_NANOS = 5_000_000_000L;
    private static final long REDRAW_NANOS = 100_000_000L;
    private static final int BAR = 24;

    private final PrintStream err;
    private final boolean bar;
    private final int sessions;
    private long toldAt = System.nanoTime();
    private boolean drawn;
    private int finished;
    private int turns;

    Progress(Output output, int sessions) {
        this.err = output.around().err();
        this.bar = output.around().interactive();
        this.sessions = sessions;
    }

    /** A batch of so many turns has begun. */
    void turns(SessionId session, int more) {
        turns += more;
        tell(session.value());
    }

    /** A session is over. */
    void done() {
        finished++;
        tell("");
    }

    private void tell(String session) {
        long now = System.nanoTime();
        if (now - toldAt < (bar ? REDRAW_NANOS : QUIET_NANOS)) {
            return;
        }
        toldAt = now;
        String state = finished + " of " + Words.count(sessions, "session") + ", " + Words.count(turns, "turn");
        if (bar) {
            int full = sessions == 0 ? BAR : BAR * finished / sessions;
            err.print("\r[" + "#".repeat(full) + ".".repeat(BAR - full) + "] " + state + "  "
                    + TextLayout.oneLine(session, 30) + "\u001b[K");
            drawn = true;
        } else {
            err.print("writing: " + state + "\n");
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
