package dev.scriptorium.memory.bench.crash;

import dev.scriptorium.memory.local.LocalMemoryBackend;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.testkit.fault.DiskState;
import dev.scriptorium.memory.testkit.fault.FaultPoints;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;

/**
 * The work done without being killed: what every other run is held against.
 *
 * @param whole topics and sources before each transaction, and in the end
 * @param afterStep how many transactions were done after so many steps
 * @param points how often each point was reached
 * @param openingMillis how long the opening took
 * @param workingMillis how long everything else took
 */
record Undisturbed(
        List<DiskState> whole,
        List<Integer> afterStep,
        SortedMap<String, Integer> points,
        int openingMillis,
        int workingMillis) {
    private static final String COMMIT = "rename tx/N.manifest";

    /** Does the work in a home that is empty. */
    static Undisturbed run(Home home) {
        List<DiskState> whole = new ArrayList<>();
        List<Integer> afterStep = new ArrayList<>(List.of(0));
        FaultPoints points = FaultPoints.of(home.workspace());
        DiskObserver boundaries = operation -> {
            points.before(operation);
            List<String> visited = points.visited();
            if (visited.get(visited.size() - 1).equals(COMMIT)) {
                whole.add(home.memory());
            }
        };
        long begin = System.nanoTime();
        long opened;
        try (LocalMemoryBackend backend = home.open(boundaries)) {
            opened = System.nanoTime();
            new Work(backend).run(done -> afterStep.add(whole.size()));
        }
        long end = System.nanoTime();
        whole.add(home.memory());
        return new Undisturbed(
                List.copyOf(whole),
                List.copyOf(afterStep),
                points.counts(),
                millis(opened - begin),
                millis(end - opened));
    }

    private static int millis(long nanos) {
        return (int) TimeUnit.NANOSECONDS.toMillis(nanos) + 1;
    }

    DiskState end() {
        return whole.get(whole.size() - 1);
    }

    int operations() {
        return points.values().stream().mapToInt(Integer::intValue).sum();
    }
}
