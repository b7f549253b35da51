package dev.scriptorium.memory.bench.contend;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** One of the processes: opens the workspace, waits until all have, and has its writers write. */
public final class Contender {
    /** What it says when it has opened the workspace. */
    static final String OPENED = "opened";

    private Contender() {}

    /**
     * Writes, and in the last process reads as well.
     *
     * @param args directory of the run, number of this process from 0, number of processes, number of writers, seed
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        RunFiles files = new RunFiles(Path.of(args[0]));
        int process = Integer.parseInt(args[1]);
        int processes = Integer.parseInt(args[2]);
        int writers = Integer.parseInt(args[3]);
        long seed = Long.parseLong(args[4]);
        Plan plan = Plan.read(files.plan());
        try (OutcomeLog log = new OutcomeLog(files.log(process));
                LocalMemoryBackend backend = files.open()) {
            out.println(OPENED);
            if (in.readLine() == null) {
                throw new IOException("whoever has started this is gone");
            }
            List<Runnable> work = new ArrayList<>();
            for (int writer = process; writer < writers; writer += processes) {
                long own = seed + writer;
                work.add(new Writer(plan.of(writer), new EditWork(backend.workspace(), own)::attempt, log, own));
            }
            CountDownLatch done = new CountDownLatch(work.size());
            List<Thread> threads = new ArrayList<>();
            work.forEach(writer -> threads.add(new Thread(() -> {
                try {
                    writer.run();
                } finally {
                    done.countDown();
                }
            })));
            if (process == processes - 1) {
                threads.add(new Thread(new Reader(backend.workspace(), plan.edits(), seed - 1, done, log)));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
