package dev.scriptorium.memory.local.git;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.disk.DiskObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.eclipse.jgit.errors.CancelledException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Git history of one workspace: commits made from given bytes, and everything read back from them.
 *
 * <p>A person may use {@code git} in the workspace at any time; what that leaves, packs, deltas, packed references,
 * merges, is read. A commit looks at no work tree, obeys no configuration of the user, and moves our branch only forward.
 *
 * <p>Thread-safe. Methods that write ({@link #commit}, {@link #syncIndex}) are for the holder of the history lease of the
 * workspace, which other processes share, and {@link #pack} for the holder of another one; reading needs no lease.
 *
 * @since 0.1
 */
public final class History implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(History.class);

    private final GitLayout layout;
    private final ObjectStore store;
    private final Commits commits;
    private final Refs refs;
    private final Committer committer;
    private final Standing standing;
    private final ReentrantLock committing = new ReentrantLock();
    private final ReentrantLock packing = new ReentrantLock();
    private final Set<HistoryIssue> warned = ConcurrentHashMap.newKeySet();

    private @Nullable Packing current;
    private volatile boolean closed;

    private History(GitLayout layout, Path lockNotes) {
        this.layout = layout;
        store = new ObjectStore(layout);
        commits = new Commits(new StoreReader(store, layout));
        refs = new Refs(layout);
        LockNotes locks = new LockNotes(layout, lockNotes);
        IndexSync index = new IndexSync(layout, commits, locks);
        committer = new Committer(layout, store, commits, index, locks);
        standing = new Standing(layout, commits, index);
    }

    /**
     * Opens the history of a workspace, creating what a repository needs and does not have. What is there already, a
     * person's configuration, branches, excludes, stays as it is; where {@code .git} is not ours to use, nothing is
     * written and {@link #state} says why.
     *
     * @param root the workspace; links in it resolved
     * @param lockNotes where the locks we are about to take are noted, usually {@code .scriptorium/git-locks}
     * @throws MemoryException {@code STORAGE_UNAVAILABLE} when there is no repository and none can be created
     */
    public static History open(Path root, Path lockNotes) {
        return open(root, lockNotes, DiskObserver.NONE);
    }

    /** As {@link #open(Path, Path)}, with somebody who is told of every change to the disk before it is made. */
    public static History open(Path root, Path lockNotes, DiskObserver observer) {
        GitLayout layout = new GitLayout(root.toAbsolutePath().normalize(), new GitFiles(observer));
        History history = new History(layout, lockNotes.toAbsolutePath().normalize());
        boolean exists = Files.exists(layout.git(), LinkOption.NOFOLLOW_LINKS);
        try {
            if (!exists || new RepositoryFormat(layout).refusal().isEmpty()) {
                new Skeleton(layout).ensure();
            }
        } catch (IOException e) {
            if (!exists) {
                throw Trouble.exception(e);
            }
            history.told(List.of(Trouble.note(e)));
        }
        return history;
    }

    /** How the history stands now. Never throws for what is wrong with the repository: it is in the value. */
    public HistoryState state() {
        checkOpen();
        return standing.now();
    }

    /**
     * The commit our branch is at; empty when there is none, or the repository cannot be used.
     *
     * @throws MemoryException when the branch cannot be read
     */
    public Optional<String> head() {
        return reading(() -> refs.resolve(new Skeleton(layout).branch()).map(ObjectId::name));
    }

    /**
     * Commits a draft on top of our branch. When it returns {@code COMMITTED}, the commit survives a power loss. Calling
     * it again with the same draft does no harm: a change that is there already makes no commit. After any failure, kill
     * or power loss the history is as before or as after.
     */
    public CommitResult commit(CommitDraft draft) {
        committing.lock();
        try {
            checkOpen();
            CommitResult result = committer.commit(draft);
            told(result.notes());
            return result;
        } finally {
            committing.unlock();
        }
    }

    /**
     * Writes the index entries that are owed, however many the index holds; nothing happens when none are.
     *
     * @return why they are still owed
     */
    public Optional<HistoryNote> syncIndex() {
        return syncIndex(true);
    }

    /**
     * Removes the locks that a dead process of ours left, and writes the index entries that it owed, unless the index is
     * large: so that a person's {@code git} is not stopped by what we left behind.
     *
     * @return why something is still owed
     */
    public Optional<HistoryNote> recover() {
        return syncIndex(false);
    }

    private Optional<HistoryNote> syncIndex(boolean idle) {
        committing.lock();
        try {
            checkOpen();
            Optional<HistoryNote> note = committer.syncIndex(idle);
            told(note.stream().toList());
            return note;
        } finally {
            committing.unlock();
        }
    }

    /**
     * Packs what is due: at 1,000 objects, or 64 MB, that no pack of several commits holds, or when these outgrow all the
     * rest. Commits and reads go on meanwhile. Work is taken up where the last call left it; {@link #close} drops what is half done.
     *
     * @param goOn asked after each small step; false ends the call
     * @return whether there is more to do
     */
    public boolean pack(BooleanSupplier goOn) {
        if (!packing.tryLock()) {
            return true;
        }
        try {
            checkOpen();
            Packing work = current;
            if (work == null) {
                PackTiers.Inputs inputs = due();
                if (inputs.isEmpty()) {
                    return false;
                }
                work = new Packing(layout, store, inputs);
                current = work;
            }
            if (work.work(goOn)) {
                work.close();
                current = null;
                return !due().isEmpty();
            }
            return true;
        } catch (IOException | RuntimeException e) {
            // Often a person's git that packed at the same time; the next call looks again.
            abandon();
            told(List.of(Trouble.note(e)));
            return false;
        } finally {
            packing.unlock();
        }
    }

    /** Whether {@link #pack} has something to do. */
    public boolean packingDue() {
        return reading(() -> !due().isEmpty());
    }

    private PackTiers.Inputs due() throws IOException {
        return new RepositoryFormat(layout).refusal().isPresent()
                ? new PackTiers.Inputs(List.of(), List.of())
                : PackTiers.due(layout, store);
    }

    /** The id Git gives these bytes as a file. */
    public static String blobId(byte[] bytes) {
        return GitHash.of(Constants.OBJ_BLOB, bytes).name();
    }

    /**
     * The files a commit holds, with the ids of their content.
     *
     * @throws MemoryException {@code MEMORY_NOT_FOUND} when there is no such commit
     */
    public SortedMap<String, String> files(String commit) {
        return reading(() -> commits.files(existing(commit)));
    }

    /**
     * The bytes of a file as a commit holds it; empty when it holds no such file.
     *
     * @throws MemoryException {@code MEMORY_NOT_FOUND} when there is no such commit
     */
    public Optional<byte[]> read(String commit, String path) {
        return reading(() -> commits.read(existing(commit), path));
    }

    /**
     * The files in which two commits differ.
     *
     * @param from the earlier one; empty stands for a commit without files
     * @throws MemoryException {@code MEMORY_NOT_FOUND} when there is no such commit
     */
    public SortedSet<String> changed(Optional<String> from, String to) {
        return reading(() -> {
            ObjectId before = from.isPresent() ? existing(from.get()) : null;
            return new TreeSet<>(commits.changes(before, existing(to)).keySet());
        });
    }

    /**
     * The commits of our branch, the latest first.
     *
     * @param limit at most so many
     * @param path only those that changed this file, or a file below this directory
     */
    public List<CommitSummary> log(int limit, Optional<String> path) {
        return reading(() -> {
            Optional<ObjectId> tip = refs.resolve(new Skeleton(layout).branch());
            return tip.isEmpty() ? List.of() : commits.log(tip.get(), limit, path.filter(name -> !name.isEmpty()));
        });
    }

    /**
     * One commit as a person would list it.
     *
     * @throws MemoryException {@code MEMORY_NOT_FOUND} when there is no such commit
     */
    public CommitSummary commit(String id) {
        return reading(() -> commits.summary(existing(id)));
    }

    /**
     * What a commit did to files, compared with the first of the commits before it: the way back through a history, one
     * step at a time.
     *
     * @throws MemoryException {@code MEMORY_NOT_FOUND} when there is no such commit
     */
    public CommitStep step(String commit) {
        return reading(() -> commits.step(existing(commit)));
    }

    /** The content of a file by its id, as {@link #files} and {@link #step} name it. */
    public byte[] content(String id) {
        return reading(() -> commits.content(ObjectId.fromString(id)));
    }

    /** How long the content of a file is, by its id. */
    public long length(String id) {
        return reading(() -> commits.length(ObjectId.fromString(id)));
    }

    /** The one commit whose id begins so, with at least four digits; empty when there is none, or more than one. */
    public Optional<String> resolve(String id) {
        return reading(() -> commits.resolve(id).map(ObjectId::name));
    }

    /**
     * The files of a commit that a workspace derives from others and that have no place in its history, as repositories
     * of other programs hold them.
     *
     * @throws MemoryException {@code MEMORY_NOT_FOUND} when there is no such commit
     */
    public SortedSet<String> derived(String commit) {
        return reading(() -> commits.below(existing(commit), Skeleton.DERIVED));
    }

    private ObjectId existing(String commit) throws IOException {
        if (ObjectId.isId(commit)) {
            ObjectId id = ObjectId.fromString(commit);
            if (commits.exists(id)) {
                return id;
            }
        }
        throw new MemoryException(ErrorCode.MEMORY_NOT_FOUND, "no commit \"" + commit + '"');
    }

    private interface Reading<T> {
        T read() throws IOException;
    }

    private <T> T reading(Reading<T> reading) {
        checkOpen();
        try {
            return uninterrupted(reading);
        } catch (MemoryException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw Trouble.exception(e);
        }
    }

    /** An interrupt is put aside, also one that comes in the middle: a walk that it broke off is walked again. */
    private static <T> T uninterrupted(Reading<T> reading) throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return reading.read();
                } catch (CancelledException e) {
                    if (!Thread.interrupted()) {
                        throw e;
                    }
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void told(List<HistoryNote> notes) {
        for (HistoryNote note : notes) {
            if (warned.add(note.issue())) {
                LOG.warn("history: {}", note);
            } else {
                LOG.debug("history: {}", note);
            }
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this history is closed");
        }
    }

    private void abandon() {
        Packing work = current;
        current = null;
        if (work != null) {
            try {
                work.close();
            } catch (IOException e) {
                LOG.debug("history: half a pack is left behind", e);
            }
        }
    }

    /** Lets go of every file. Waits for a commit or a step of packing that is under way. */
    @Override
    public void close() {
        committing.lock();
        packing.lock();
        try {
            closed = true;
            abandon();
            store.close();
        } finally {
            packing.unlock();
            committing.unlock();
        }
    }
}
