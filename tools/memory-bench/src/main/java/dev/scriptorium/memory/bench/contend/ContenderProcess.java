package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.bench.run.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A {@link Contender}, seen from outside.
 *
 * @param process the process
 * @param output what it says
 * @param name what it is called
 */
record ContenderProcess(Process process, BufferedReader output, String name) {
    private static final Duration OPENING = Duration.ofMinutes(2);
    private static final int POLL_MILLIS = 10;

    static ContenderProcess start(RunFiles files, int number, int processes, int writers, long seed)
            throws IOException {
        List<String> arguments = List.of(
                files.directory().toString(),
                String.valueOf(number),
                String.valueOf(processes),
                String.valueOf(writers),
                String.valueOf(seed));
        Process process =
                JavaProcess.of(Contender.class, arguments, files.errors(number)).start();
        return new ContenderProcess(
                process,
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)),
                "process " + number + " (" + files.errors(number) + ")");
    }

    /**
     * Waits until it has opened the workspace.
     *
     * @throws IOException when it does not
     */
    void awaitOpened() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + OPENING.toNanos();
        while (!output.ready() && process.isAlive() && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        if (!output.ready() || !Contender.OPENED.equals(output.readLine())) {
            throw new IOException(name + " could not open the workspace");
        }
    }

    /** Lets it begin. */
    void go() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** How it ended. */
    int exitCode() {
        return process.exitValue();
    }

    /** Ends it, whatever it does. */
    void end() {
        process.destroyForcibly();
    }
}
