package dev.scriptorium.memory.bench.crash;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Which kill comes next: every named point in turn, at any of its occurrences; random instants; recoveries; and every
 * tenth a power cut. Safe for use by several threads.
 */
final class Kills {
    private static final int POWER_CUT_EVERY = 10;
    private static final int STATES = 20;
    private static final int RECOVERY_OPERATIONS = 60;

    private final ReentrantLock lock = new ReentrantLock();
    private final Undisturbed undisturbed;
    private final Random random;
    private final Deque<Map.Entry<String, Integer>> round = new ArrayDeque<>();
    private int left;
    private int given;

    Kills(Undisturbed undisturbed, int wanted, long seed) {
        this.undisturbed = undisturbed;
        this.left = wanted;
        this.random = new Random(seed);
    }

    /** Whether there are kills left to be made. */
    boolean left() {
        return locked(() -> left > 0);
    }

    /** One that was given did not happen: the process was done before. */
    void missed() {
        locked(() -> ++left);
    }

    /** For a home in which nothing was done yet; empty when there were enough. */
    Optional<Kill> first() {
        return give(this::atPoint);
    }

    /** For a home in which the last process was killed; empty when there were enough. */
    Optional<Kill> next() {
        return give(this::atAnyInstant);
    }

    private Optional<Kill> give(Supplier<Kill> kind) {
        return locked(() -> {
            if (left == 0) {
                return Optional.empty();
            }
            left--;
            return Optional.of(++given % POWER_CUT_EVERY == 0 ? powerCut() : kind.get());
        });
    }

    private <T> T locked(Supplier<T> look) {
        lock.lock();
        try {
            return look.get();
        } finally {
            lock.unlock();
        }
    }

    private Kill atAnyInstant() {
        return switch (random.nextInt(4)) {
            case 0 -> Kill.inRecovery(1 + random.nextInt(RECOVERY_OPERATIONS));
            case 1 -> Kill.signal(false, random.nextInt(2 * undisturbed.openingMillis()));
            default -> Kill.signal(true, random.nextInt(undisturbed.workingMillis()));
        };
    }

    private Kill atPoint() {
        if (round.isEmpty()) {
            List<Map.Entry<String, Integer>> points =
                    new ArrayList<>(undisturbed.points().entrySet());
            Collections.shuffle(points, random);
            round.addAll(points);
        }
        Map.Entry<String, Integer> point = round.removeFirst();
        return Kill.atPoint(point.getKey(), 1 + random.nextInt(point.getValue()));
    }

    private Kill powerCut() {
        return Kill.powerCut(1 + random.nextInt(undisturbed.operations()), STATES);
    }
}
