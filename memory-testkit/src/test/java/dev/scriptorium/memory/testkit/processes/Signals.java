package dev.scriptorium.memory.testkit.processes;

import java.io.IOException;

/** Signals to a child process. */
final class Signals {
    private Signals() {}

    /** Sends a signal by {@code kill}; false, and a word about it, where there is no such thing. */
    static boolean send(String signal, long pid) throws InterruptedException {
        try {
            Process kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(pid))
                    .redirectErrorStream(true)
                    .start();
            boolean sent = kill.waitFor() == 0;
            if (!sent) {
                System.out.println("skipped: kill -" + signal + " is refused");
            }
            return sent;
        } catch (IOException e) {
            System.out.println("skipped: there is no kill: " + e.getMessage());
            return false;
        }
    }
}
