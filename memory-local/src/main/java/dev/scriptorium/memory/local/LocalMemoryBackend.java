package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryBackend;
import dev.scriptorium.memory.api.MemoryBackends;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.SessionContext;
import dev.scriptorium.memory.api.recall.MemoryQuery;
import dev.scriptorium.memory.api.write.DiscardOutcome;
import dev.scriptorium.memory.api.write.DiscardRequest;
import dev.scriptorium.memory.api.write.ReorganizeReport;
import dev.scriptorium.memory.api.write.ReorganizeRequest;
import dev.scriptorium.memory.api.write.WriteFailure;
import dev.scriptorium.memory.api.write.WriteRequest;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.disk.DiskObserver;
import dev.scriptorium.memory.local.tx.Transactions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The shipped backend: a workspace of plain files. Safe for use by several threads, and by several processes on one
 * workspace. Its hooks never throw for operational trouble.
 *
 * @since 0.1
 */
public final class LocalMemoryBackend implements MemoryBackend {
    private final Disk disk;
    private final LatestWorkspace latest;
    private final MemoryBackend guarded;
    private final MemoryWorkspace workspace;
    private final ReentrantLock changing = new ReentrantLock();

    private LocalMemoryBackend(Path directory, LocalMemoryConfig config, Disk disk) {
        this.disk = disk;
        this.latest = new LatestWorkspace(new OpenWorkspace(directory, config, disk, null));
        this.guarded = MemoryBackends.guard(new Hooks());
        this.workspace = new FollowingWorkspace(latest);
        latest.now().begin();
    }

    /**
     * Creates a workspace, or opens what is there: completes what a crash left, and makes again without a word what
     * can be made again. A large search index that was lost is made on the executor, and recall is silent until then;
     * without an executor this waits for it, since nobody else would make it.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code STORAGE_UNAVAILABLE}, {@code FORMAT_TOO_NEW},
     *     {@code WORKSPACE_BUSY}, {@code WORKSPACE_CORRUPT}; the workspace is as it was
     */
    public static LocalMemoryBackend open(LocalMemoryConfig config) {
        return open(config, DiskObserver.NONE);
    }

    /**
     * As {@link #open(LocalMemoryConfig)}, for fault kits and traces: the observer is told of every change to the disk
     * before it is made, and what it throws is thrown there.
     */
    public static LocalMemoryBackend open(LocalMemoryConfig config, DiskObserver observer) {
        return new LocalMemoryBackend(config.workspace(), config, Disk.observedBy(observer));
    }

    /** Opens a workspace that is not in the place the configuration names, yet. */
    static LocalMemoryBackend at(Path directory, LocalMemoryConfig config, Disk disk) {
        return new LocalMemoryBackend(directory, config, disk);
    }

    /**
     * Makes the workspace of a configuration from an export, where there is none: unpacked beside its place, read to the
     * last byte, opened and checked, and only then moved there.
     *
     * @param export a file that {@link WorkspaceMaintenance#export} has made
     * @throws dev.scriptorium.memory.api.MemoryException {@code INVALID_ARGUMENT} when the place is not empty, or the
     *     file is no export, damaged or changed; {@code FORMAT_TOO_NEW}; {@code WORKSPACE_CORRUPT} when what it holds does
     *     not open as what it says; {@code STORAGE_UNAVAILABLE}. Nothing is there then
     */
    public static RestoredExport restoreExport(Path export, LocalMemoryConfig config) {
        return restoreExport(export, config, DiskObserver.NONE);
    }

    /** As {@link #restoreExport(Path, LocalMemoryConfig)}, for fault kits and traces. */
    public static RestoredExport restoreExport(Path export, LocalMemoryConfig config, DiskObserver observer) {
        return ExportRestore.fresh(export, config, Disk.observedBy(observer));
    }

    Transactions transactions() {
        return latest.now().transactions();
    }

    /**
     * Replaces the settings for every call that begins from now on; a call that is under way ends with those it began
     * with. Batches that were refused are tried again, and what {@link #workspace()} gave out follows. Opens the workspace
     * once more beside the host's calls, which go on meanwhile.
     *
     * @throws dev.scriptorium.memory.api.MemoryException {@code INVALID_ARGUMENT} when the path, the session store, the
     *     zone or the index directory is another one; {@code MEMORY_DISABLED} after a shutdown; and as
     *     {@link #open(LocalMemoryConfig)}. The settings are then as they were
     */
    public void reconfigure(LocalMemoryConfig config) {
        changing.lock();
        try {
            OpenWorkspace before = latest.now();
            if (!before.isAvailable()) {
                throw shutDown();
            }
            requireSameWorkspace(before.config(), config);
            before.saveIndex();
            OpenWorkspace after = new OpenWorkspace(config.workspace(), config, disk, before);
            after.forgiveRefused();
            if (!before.isAvailable()) {
                // By whoever was told of something while it was opened.
                after.shutdown();
                throw shutDown();
            }
            latest.replace(after);
        } finally {
            changing.unlock();
        }
        latest.with(open -> {
            open.begin();
            return true;
        });
    }

    private static MemoryException shutDown() {
        return new MemoryException(ErrorCode.MEMORY_DISABLED, "the memory was shut down; open it again");
    }

    private static void requireSameWorkspace(LocalMemoryConfig before, LocalMemoryConfig after) {
        String other = !after.workspace()
                        .toAbsolutePath()
                        .equals(before.workspace().toAbsolutePath())
                ? "workspace"
                : after.sessions() != before.sessions()
                        ? "sessions"
                        : !after.zone().equals(before.zone())
                                ? "zone"
                                : !after.indexDirectory().equals(before.indexDirectory()) ? "indexDirectory" : "";
        if (!other.isEmpty()) {
            throw new MemoryException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the setting " + other + " cannot change while the memory is open; close it and open another one");
        }
    }

    /**
     * The workspace, for tools, the command line and people's own programs. One object for as long as the backend is open:
     * every call sees the settings there are then.
     */
    public MemoryWorkspace workspace() {
        return workspace;
    }

    @Override
    public String name() {
        return guarded.name();
    }

    @Override
    public boolean isAvailable() {
        return guarded.isAvailable();
    }

    @Override
    public void initialize(SessionContext context) {
        guarded.initialize(context);
    }

    @Override
    public void shutdown() {
        guarded.shutdown();
    }

    @Override
    public Optional<String> systemPrompt(SessionContext context) {
        return guarded.systemPrompt(context);
    }

    @Override
    public Optional<String> search(MemoryQuery query) {
        return guarded.search(query);
    }

    @Override
    public Optional<WriteFailure> write(WriteRequest request) {
        return guarded.write(request);
    }

    @Override
    public ReorganizeReport reorganize(ReorganizeRequest request) {
        return guarded.reorganize(request);
    }

    @Override
    public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
        return guarded.extractBeforeDiscard(request);
    }

    /** Each call goes to what is open when it begins. */
    private final class Hooks implements MemoryBackend {
        @Override
        public String name() {
            return latest.with(MemoryBackend::name);
        }

        @Override
        public boolean isAvailable() {
            return latest.with(MemoryBackend::isAvailable);
        }

        @Override
        public void shutdown() {
            changing.lock();
            try {
                latest.shutdown();
            } finally {
                changing.unlock();
            }
        }

        @Override
        public Optional<String> systemPrompt(SessionContext context) {
            return latest.with(open -> open.systemPrompt(context));
        }

        @Override
        public Optional<String> search(MemoryQuery query) {
            return latest.with(open -> open.search(query));
        }

        @Override
        public Optional<WriteFailure> write(WriteRequest request) {
            return latest.with(open -> open.write(request));
        }

        @Override
        public ReorganizeReport reorganize(ReorganizeRequest request) {
            return latest.with(open -> open.reorganize(request));
        }

        @Override
        public DiscardOutcome extractBeforeDiscard(DiscardRequest request) {
            return latest.with(open -> open.extractBeforeDiscard(request));
        }
    }
}
