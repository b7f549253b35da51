package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Makes one edit after the other, each again and again until it is done or its time is over. */
final class Writer implements Runnable {
    /** How long an edit is tried. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int LEAST_PAUSE_MILLIS = 5;
    private static final int MOST_PAUSE_MILLIS = 50;

    private final List<Edit> edits;
    private final Consumer<Edit> attempt;
    private final OutcomeLog log;
    private final Random random;

    /**
     * A writer.
     *
     * @param attempt tries an edit once, and throws when it is refused
     */
    Writer(List<Edit> edits, Consumer<Edit> attempt, OutcomeLog log, long seed) {
        this.edits = edits;
        this.attempt = attempt;
        this.log = log;
        this.random = new Random(seed);
    }

    @Override
    public void run() {
        for (Edit edit : edits) {
            log.add(carryOut(edit));
        }
    }

    private Outcome carryOut(Edit edit) {
        long begin = System.nanoTime();
        int busy = 0;
        int repeated = 0;
        String problem = null;
        boolean done = false;
        while (!done && problem == null) {
            try {
                attempt.accept(edit);
                done = true;
            } catch (MemoryException e) {
                busy += e.code() == ErrorCode.WORKSPACE_BUSY ? 1 : 0;
                repeated += e.code() == ErrorCode.CONCURRENT_UPDATE ? 1 : 0;
                boolean over = System.nanoTime() - begin >= PATIENCE.toNanos();
                if (!changedNothing(e) || over) {
                    problem = e.code() + ": " + e.getMessage() + (e.violations().isEmpty() ? "" : " " + e.violations());
                } else {
                    pause();
                }
            } catch (RuntimeException e) {
                problem = e.toString();
            }
        }
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        return new Outcome(edit.number(), millis, busy, repeated, problem == null ? "" : problem);
    }

    /** Whether to try again: a disk that refuses may have let the change through, and it would be there twice. */
    private static boolean changedNothing(MemoryException e) {
        return e.code() == ErrorCode.WORKSPACE_BUSY || e.code() == ErrorCode.CONCURRENT_UPDATE;
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(LEAST_PAUSE_MILLIS + random.nextInt(MOST_PAUSE_MILLIS - LEAST_PAUSE_MILLIS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
