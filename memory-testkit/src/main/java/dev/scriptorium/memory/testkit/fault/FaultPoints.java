package dev.scriptorium.memory.testkit.fault;

import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.disk.DiskOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The points of a workspace: every operation on its disk has a name, such as {@code rename tx/N.manifest} or
 * {@code write sources/*}, is counted, and may be where a {@link Fault} strikes, before the operation is done.
 *
 * <pre>{@code
 * FaultPoints points = FaultPoints.of(directory);
 * points.at("force tx/N.manifest", 1, Fault.kill());
 * LocalMemoryBackend backend = LocalMemoryBackend.open(config, points);
 * }</pre>
 *
 * <p>Safe for use by several threads.
 *
 * @since 0.1
 */
public final class FaultPoints implements DiskObserver {
    private record Occurrence(String point, int number) {}

    private final PointNames names;
    private final DiskObserver next;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<String> visited = new ArrayList<>();
    private final SortedMap<String, Integer> counts = new TreeMap<>();
    private final Map<Occurrence, Fault> byName = new HashMap<>();
    private final Map<Integer, Fault> byNumber = new HashMap<>();
    private @Nullable Fault lasting;
    private @Nullable String struck;

    private FaultPoints(Path root, DiskObserver next) {
        this.names = new PointNames(root);
        this.next = next;
    }

    /** The points of a workspace; its directory as the workspace itself knows it, links resolved. */
    public static FaultPoints of(Path root) {
        return of(root, DiskObserver.NONE);
    }

    /** The points of a workspace; operations that are done are passed on. */
    public static FaultPoints of(Path root, DiskObserver next) {
        return new FaultPoints(root, next);
    }

    /**
     * Lets a fault strike at a point.
     *
     * @param occurrence how often the point is reached then, counted from one
     */
    public FaultPoints at(String point, int occurrence, Fault fault) {
        return locked(() -> {
            byName.put(new Occurrence(point, occurrence), fault);
            return this;
        });
    }

    /**
     * Lets a fault strike at an operation, whatever its name.
     *
     * @param number which one, counted from one
     */
    public FaultPoints at(int number, Fault fault) {
        return locked(() -> {
            byNumber.put(number, fault);
            return this;
        });
    }

    /** Ends every fault, those that have struck and those that have not. */
    public void heal() {
        locked(() -> {
            lasting = null;
            byName.clear();
            byNumber.clear();
            return this;
        });
    }

    /** The names of the points reached so far, in order; the one at which a fault struck included. */
    public List<String> visited() {
        return locked(() -> List.copyOf(visited));
    }

    /** How often each point was reached. */
    public SortedMap<String, Integer> counts() {
        return locked(() -> new TreeMap<>(counts));
    }

    /** The point at which a fault struck first; empty when none has. */
    public Optional<String> struck() {
        return locked(() -> Optional.ofNullable(struck));
    }

    @Override
    public void before(DiskOperation operation) throws IOException {
        String name = names.of(operation);
        Fault fault = locked(() -> reached(name));
        if (fault != null) {
            fault.strike(name);
        }
        next.before(operation);
    }

    private @Nullable Fault reached(String name) {
        Fault fault = lasting;
        if (fault != null) {
            return fault;
        }
        visited.add(name);
        int number = counts.merge(name, 1, Integer::sum);
        fault = byName.get(new Occurrence(name, number));
        if (fault == null) {
            fault = byNumber.get(visited.size());
        }
        if (fault != null) {
            lasting = fault.isLasting() ? fault : null;
            struck = struck == null ? name : struck;
        }
        return fault;
    }

    private <T extends @Nullable Object> T locked(java.util.function.Supplier<T> look) {
        lock.lock();
        try {
            return look.get();
        } finally {
            lock.unlock();
        }
    }
}
