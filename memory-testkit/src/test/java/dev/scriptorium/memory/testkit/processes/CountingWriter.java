package dev.scriptorium.memory.testkit.processes;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.disk.DiskObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** A program that counts up in a workspace of {@link Counters} for some seconds, and says how far it came. */
public final class CountingWriter {
    private CountingWriter() {}

    /** Counts: the workspace, then for how many milliseconds. */
    public static void main(String[] args) throws IOException {
        try (LocalMemoryBackend backend = Counters.open(Path.of(args[0]), DiskObserver.NONE)) {
            Counters.awaitStart();
            long end = System.nanoTime()
                    + Duration.ofMillis(Long.parseLong(args[1])).toNanos();
            int first = Counters.number(backend);
            int number = first;
            while (System.nanoTime() < end) {
                Counters.set(backend, ++number);
            }
            System.out.println(number - first);
            System.out.flush();
        }
    }
}
