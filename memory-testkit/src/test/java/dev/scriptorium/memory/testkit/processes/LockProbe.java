package dev.scriptorium.memory.testkit.processes;

import dev.scriptorium.memory.local.tx.WorkspaceLock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/** A program that says of each lock file it is told whether somebody holds it. */
public final class LockProbe {
    static final String FREE = "free";
    static final String HELD = "held";

    private LockProbe() {}

    /** Answers one line for each line. */
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(probe(line));
            System.out.flush();
        }
    }

    /** Looks at a lock; also called by tests through another class loader. */
    public static String probe(String file) {
        Optional<WorkspaceLock.Held> held = new WorkspaceLock(Path.of(file)).tryAcquire();
        held.ifPresent(WorkspaceLock.Held::close);
        return held.isPresent() ? FREE : HELD;
    }
}
