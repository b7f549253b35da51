package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.bench.report.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/** Homes in which one process after the other is killed until the work is done, on a few threads. */
final class Lives {
    private static final int THREADS = 2;
    private static final int KILLS_IN_A_LIFE = 4;

    private final Path directory;
    private final long seed;
    private final int wanted;
    private final Progress progress;
    private final Tally tally = new Tally();
    private final AtomicInteger homes = new AtomicInteger();
    private final ReentrantLock telling = new ReentrantLock();

    Lives(Path directory, long seed, int wanted, Progress progress) {
        this.directory = directory;
        this.seed = seed;
        this.wanted = wanted;
        this.progress = progress;
    }

    /** Lives until there were enough kills. */
    Tally run() throws IOException {
        Home undisturbed = home();
        Undisturbed expected = Undisturbed.run(undisturbed);
        undisturbed.delete();
        progress.say(expected.whole().size() - 1 + " transactions, "
                + expected.points().size() + " points, " + expected.operations() + " operations");
        Kills kills = new Kills(expected, wanted, seed);
        Examination examination = new Examination(expected);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                all.add(threads.submit(() -> {
                    while (kills.left()) {
                        live(kills, examination, expected);
                    }
                    return tally;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            threads.shutdownNow();
        }
        return tally;
    }

    /** Every other host keeps marks itself. */
    private Home home() throws IOException {
        int number = homes.getAndIncrement();
        Path home = Files.createDirectories(directory.resolve("home-" + number));
        return new Home(home.toRealPath(), number % 2 == 1, seed);
    }

    private void live(Kills kills, Examination examination, Undisturbed expected)
            throws IOException, InterruptedException {
        Home home = home();
        Optional<Kill> next = kills.first();
        int steps = 0;
        boolean harmed = false;
        for (int i = 1; next.isPresent(); i++) {
            Kill kill = next.get();
            ChildProcess.End end = ChildProcess.run(home, kill);
            steps = Math.max(steps, end.steps());
            if (!end.killed()) {
                kills.missed();
                break;
            }
            Finding finding =
                    examine(home, kill, examination, expected.afterStep().get(steps));
            tally.add(kill, finding);
            if (!finding.isGood()) {
                harmed = true;
                telling(() -> tell(home, kill, finding));
            }
            int done = tally.kills();
            telling(() -> progress.at(done + " of " + wanted + " kills"));
            next = i < KILLS_IN_A_LIFE ? kills.next() : Optional.empty();
        }
        if (!harmed) {
            home.delete();
        }
    }

    private void telling(Runnable words) {
        telling.lock();
        try {
            words.run();
        } finally {
            telling.unlock();
        }
    }

    private void tell(Home home, Kill kill, Finding finding) {
        progress.say(finding.verdict() + (finding.differs() ? ", differs" : "") + " after "
                + String.join(" ", kill.arguments()) + " in " + home.directory());
        finding.details().stream().distinct().limit(8).forEach(detail -> progress.say("    " + detail));
    }

    /** What is left is copied before anybody opens it, so that the next process finds it as the kill has left it. */
    private Finding examine(Home home, Kill kill, Examination examination, int certain) throws IOException {
        List<Path> left = new ArrayList<>();
        Path states = home.directory().resolve(Kill.STATES);
        if (kill.isPowerCut()) {
            try (Stream<Path> written = Files.list(states)) {
                written.forEach(left::add);
            }
        } else {
            left.add(home.workspace());
        }
        Finding all = new Finding(Finding.Verdict.AFTER, false, List.of());
        for (Path workspace : left) {
            Path copy = Files.createTempDirectory(directory, "examined-").toRealPath();
            Home examined = home.copy(copy, workspace);
            Finding finding = examination.of(examined, certain);
            if (finding.isGood()) {
                examined.delete();
                all = all.and(finding);
            } else {
                List<String> where = new ArrayList<>(List.of("examined in " + copy + ", a copy of " + workspace));
                where.addAll(finding.details());
                all = all.and(new Finding(finding.verdict(), finding.differs(), where));
            }
        }
        if (kill.isPowerCut() && all.isGood()) {
            new Home(states, false, seed).delete();
        } else if (kill.isPowerCut()) {
            Files.move(states, states.resolveSibling("states-" + tally.kills()));
        }
        return all;
    }
}
