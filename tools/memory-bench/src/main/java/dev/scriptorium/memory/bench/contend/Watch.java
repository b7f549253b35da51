package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.bench.report.Progress;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the processes, and gives up one that hangs.
 *
 * @param files where their logs are
 * @param processes how many there are
 * @param edits how many edits they make together
 * @param progress told how far they are
 */
record Watch(RunFiles files, int processes, int edits, Progress progress) {
    private static final int POLL_MILLIS = 50;

    /** Much longer than an edit is tried. */
    private static final Duration STANDSTILL = Writer.PATIENCE.multipliedBy(3);

    /** Waits until all have ended; adds what became of those that did not end well. */
    void await(List<ContenderProcess> contenders, List<String> failures) throws IOException, InterruptedException {
        int done = -1;
        long since = System.nanoTime();
        while (contenders.stream().anyMatch(ContenderProcess::isAlive)) {
            int now = OutcomeLog.read(files.logs(processes)).outcomes().size();
            if (now > done) {
                done = now;
                since = System.nanoTime();
                progress.at(done + " of " + edits + " edits");
            } else if (System.nanoTime() - since > STANDSTILL.toNanos()) {
                contenders.stream().filter(ContenderProcess::isAlive).forEach(hanging -> {
                    failures.add(hanging.name() + " hangs");
                    hanging.end();
                });
                return;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        for (ContenderProcess contender : contenders) {
            if (contender.exitCode() != 0) {
                failures.add(contender.name() + " ended with " + contender.exitCode());
            }
        }
    }
}
