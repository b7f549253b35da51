package dev.scriptorium.memory.testkit.processes;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.disk.DiskObserver;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A program that looks at a workspace of {@link Counters} for some seconds with two threads, and says what it saw. */
public final class CountingReader {
    private static final int ENOUGH = 5;

    private CountingReader() {}

    /** Looks: the workspace, then for how many milliseconds. Says how often, then each mixture. */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        List<String> wrong = new ArrayList<>();
        int looks = 0;
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (LocalMemoryBackend backend = Counters.open(Path.of(args[0]), DiskObserver.NONE)) {
            Counters.awaitStart();
            long end = System.nanoTime()
                    + Duration.ofMillis(Long.parseLong(args[1])).toNanos();
            List<Future<Integer>> done = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                done.add(threads.submit(() -> look(backend, end, wrong)));
            }
            for (Future<Integer> count : done) {
                looks += count.get();
            }
        } finally {
            threads.shutdownNow();
        }
        System.out.println(looks);
        wrong.forEach(System.out::println);
        System.out.flush();
    }

    private static int look(LocalMemoryBackend backend, long end, List<String> wrong) {
        int looks = 0;
        while (System.nanoTime() < end) {
            List<String> found = Counters.mixtures(backend);
            looks++;
            synchronized (wrong) {
                if (wrong.size() < ENOUGH) {
                    wrong.addAll(found);
                }
            }
        }
        return looks;
    }
}
