package dev.scriptorium.memory.cli;

/** What the command tells its caller by its exit. */
final class ExitCode {
    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int USAGE = 2;
    static final int RETRY = 75;

    private ExitCode() {}
}
