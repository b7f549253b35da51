package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.bench.run.JavaProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts a {@link Child}, kills it, and knows how far it came. */
final class ChildProcess {
    private static final int MINUTES = 5;

    private ChildProcess() {}

    /**
     * How a process ended.
     *
     * @param killed whether it was killed before it was done
     * @param steps how many steps it had said to be done
     */
    record End(boolean killed, int steps) {}

    /**
     * Runs a process to its end.
     *
     * @throws IOException when it fails by itself
     */
    static End run(Home home, Kill kill) throws IOException, InterruptedException {
        Process process = start(home, kill);
        int steps = 0;
        boolean done = false;
        Thread killer = null;
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (kill.afterMillis() >= 0 && line.equals(kill.afterOpening() ? Child.OPENED : Child.OPENING)) {
                    killer = killer(process, kill.afterMillis());
                }
                if (line.startsWith(Child.STEP)) {
                    steps = Integer.parseInt(line.substring(Child.STEP.length()));
                }
                done |= line.equals(Child.DONE);
            }
        } catch (IOException e) {
            // A pipe torn by the kill.
        }
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("a process hangs in " + home.directory());
        }
        if (killer != null) {
            killer.interrupt();
        }
        boolean failed = !done && process.exitValue() != Child.HALTED && kill.afterMillis() < 0;
        if (failed || process.exitValue() == 1) {
            throw new IOException("a process failed by itself in " + home.directory());
        }
        return new End(!done, steps);
    }

    private static Thread killer(Process process, int afterMillis) {
        Thread thread = new Thread(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(afterMillis);
                process.destroyForcibly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static Process start(Home home, Kill kill) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of(home.directory().toString(), String.valueOf(home.hostMarks()), String.valueOf(home.seed())));
        arguments.addAll(kill.arguments());
        return JavaProcess.of(Child.class, arguments, home.directory().resolve("errors"))
                .start();
    }
}
