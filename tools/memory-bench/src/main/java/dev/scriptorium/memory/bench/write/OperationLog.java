package dev.scriptorium.memory.bench.write;

import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.disk.DiskOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** What the library did to the disk between two moments, and when. Safe for use by several threads. */
final class OperationLog implements DiskObserver {
    private final ReentrantLock lock = new ReentrantLock();
    private List<Entry> entries = new ArrayList<>();

    /**
     * One operation.
     *
     * @param nanos when it was about to begin
     */
    record Entry(long nanos, DiskOperation operation) {}

    @Override
    public void before(DiskOperation operation) {
        Entry entry = new Entry(System.nanoTime(), operation);
        lock.lock();
        try {
            entries.add(entry);
        } finally {
            lock.unlock();
        }
    }

    /** What was done since the last call. */
    List<Entry> take() {
        lock.lock();
        try {
            List<Entry> taken = entries;
            entries = new ArrayList<>();
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
