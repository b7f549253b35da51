package dev.scriptorium.memory.testkit.fault;

import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.disk.DiskOperation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Everything that a run does to the disk below a directory, operation by operation, from which the states can be made
 * that a power cut after any of them may leave.
 *
 * <p>Safe for use by several threads; operations count in the order in which they are told.
 *
 * @since 0.1
 */
public final class RecordedRun implements DiskObserver {
    private final Path root;
    private final DiskState start;
    private final ReentrantLock lock = new ReentrantLock();
    private final List<DiskOperation> operations = new ArrayList<>();

    private RecordedRun(Path root, DiskState start) {
        this.root = root;
        this.start = start;
    }

    /**
     * Begins with what is there: all of it counts as forced. Nobody else may be at work in the directory at this moment.
     *
     * @param root the directory, links resolved; it need not exist
     * @param unobserved paths inside it whose files are changed without being told, and which are left out
     * @throws java.io.UncheckedIOException when it cannot be read
     */
    public static RecordedRun of(Path root, String... unobserved) {
        return new RecordedRun(root, DiskState.of(root, Set.of(unobserved)));
    }

    @Override
    public void before(DiskOperation operation) {
        DiskOperation kept = kept(operation);
        lock.lock();
        try {
            operations.add(kept);
        } finally {
            lock.unlock();
        }
    }

    /** The bytes of a write belong to the writer. */
    private static DiskOperation kept(DiskOperation operation) {
        if (operation instanceof DiskOperation.Write write) {
            return new DiskOperation.Write(write.path(), Arrays.copyOf(write.bytes(), write.bytes().length));
        }
        if (operation instanceof DiskOperation.Overwrite write) {
            return new DiskOperation.Overwrite(
                    write.path(), write.position(), Arrays.copyOf(write.bytes(), write.bytes().length));
        }
        return operation;
    }

    /** How many operations there were. */
    public int operations() {
        lock.lock();
        try {
            return operations.size();
        } finally {
            lock.unlock();
        }
    }

    /** What was there at the beginning. */
    public DiskState start() {
        return start;
    }

    /** The power fails now. */
    public PowerCut now() {
        return after(operations());
    }

    /** The power fails when so many operations are done. */
    public PowerCut after(int count) {
        DiskModel model = new DiskModel(root, start);
        List<DiskOperation> done;
        lock.lock();
        try {
            done = List.copyOf(operations.subList(0, count));
        } finally {
            lock.unlock();
        }
        done.forEach(model::apply);
        return new PowerCut(model.root());
    }
}
