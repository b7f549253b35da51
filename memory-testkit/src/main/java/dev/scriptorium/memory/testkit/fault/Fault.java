package dev.scriptorium.memory.testkit.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * What happens at a point. Immutable; {@link FaultPoints} says when.
 *
 * @since 0.1
 */
public final class Fault {
    /** Ends the operation that was about to be done. */
    @FunctionalInterface
    private interface Blow {
        void strike(String point) throws IOException;
    }

    private final Blow blow;
    private final boolean lasting;

    private Fault(Blow blow, boolean lasting) {
        this.blow = blow;
        this.lasting = lasting;
    }

    /** The operation is refused, and the next ones are done as if nothing had happened. */
    public static Fault refusal() {
        return new Fault(
                point -> {
                    throw new IOException("Input/output error");
                },
                false);
    }

    /** There is no space left: every operation is refused from here on, until {@link FaultPoints#heal}. */
    public static Fault diskFull() {
        return new Fault(
                point -> {
                    throw new IOException("No space left on device");
                },
                true);
    }

    /**
     * The process is killed, as far as that can be had inside a process: {@link Killed} is thrown here, and by every
     * operation after it, so that nothing that is cleaned up on the way out reaches the disk.
     */
    public static Fault kill() {
        return new Fault(
                point -> {
                    throw new Killed(point);
                },
                true);
    }

    /** This virtual machine ends at once, without a word to anybody in it. */
    public static Fault halt(int status) {
        return new Fault(point -> Runtime.getRuntime().halt(status), true);
    }

    /**
     * The power fails: states that it may leave are written into directories {@code 0}, {@code 1}, … below another one,
     * and this virtual machine ends at once.
     *
     * @param run what was done to the disk so far; the points pass operations on to it
     * @param into where the states are written
     * @param states how many at most
     * @param seed which of them, when there are more
     */
    public static Fault powerLoss(RecordedRun run, Path into, int states, long seed, int status) {
        return new Fault(
                point -> {
                    try {
                        run.now().write(into, states, seed);
                    } catch (UncheckedIOException e) {
                        throw e.getCause();
                    }
                    Runtime.getRuntime().halt(status);
                },
                true);
    }

    boolean isLasting() {
        return lasting;
    }

    void strike(String point) throws IOException {
        blow.strike(point);
    }
}
