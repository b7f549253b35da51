package dev.scriptorium.memory.local;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.local.disk.Disk;
import dev.scriptorium.memory.local.git.CommitDraft;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.state.MachineStart;
import dev.scriptorium.memory.local.state.WorkspaceIdentity;
import dev.scriptorium.memory.local.tx.Snapshot;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a workspace, or opens what is there and mends without a word what can be made again. */
final class WorkspaceOpening {
    private static final Set<String> NETWORK =
            Set.of("nfs", "nfs3", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afs", "9p", "fuse.sshfs", "webdav");

    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceOpening.class);

    private WorkspaceOpening() {}

    /** The layout of a directory, made if it is missing, with everything a workspace has. */
    static WorkspaceLayout prepare(Path directory, boolean allowNetwork, Disk disk) {
        return io(directory, () -> {
            disk.createDirectories(directory.toAbsolutePath());
            WorkspaceLayout layout = WorkspaceLayout.of(directory, disk);
            String type = Files.getFileStore(layout.root()).type().toLowerCase(Locale.ROOT);
            if (NETWORK.contains(type) && !allowNetwork) {
                throw new MemoryException(
                        ErrorCode.STORAGE_UNAVAILABLE,
                        directory + " is on a network file system (" + type
                                + "), where locks cannot be trusted; move it, or allow it with allowNetworkFileSystem");
            }
            WorkspaceIdentity.requireKnownFormat(layout);
            layout.disk().createDirectories(layout.runtime());
            layout.disk().createDirectories(layout.journal());
            layout.disk().createDirectories(layout.file(WorkspaceLayout.TOPICS));
            layout.disk().createDirectories(layout.file(WorkspaceLayout.SOURCES));
            return layout;
        });
    }

    /** Who the workspace is; also makes every file and directory its owner's only. */
    static WorkspaceIdentity identify(WorkspaceLayout layout, Duration timeout) {
        return io(layout.root(), () -> {
            WorkspaceLock.Held held = new WorkspaceLock(layout, "write.lock").acquire(timeout);
            try {
                restrict(layout);
                return WorkspaceIdentity.readOrMake(layout);
            } finally {
                held.close();
            }
        });
    }

    private static void restrict(WorkspaceLayout layout) throws IOException {
        Files.walkFileTree(layout.root(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes seen) throws IOException {
                if (directory.equals(layout.root().resolve(".git"))) {
                    // Git's own files are the history's business; the directory keeps others out.
                    Disk.restrict(directory);
                    return FileVisitResult.SKIP_SUBTREE;
                }
                if (directory.endsWith(".git")) {
                    // A repository of somebody else.
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Disk.restrict(directory);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes seen) throws IOException {
                Disk.restrict(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) {
                // What cannot be looked at is named by status and check.
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /**
     * Puts what is on disk into a history that has nothing yet, and takes out the views that older versions kept in it. A
     * history that cannot be read waits for the opening after somebody has mended it.
     */
    static void adopt(WorkspaceLayout layout, History history, Transactions transactions) {
        try {
            adoptReadable(layout, history, transactions);
        } catch (MemoryException e) {
            LOG.warn("the history cannot be read; the memory works without: {}", e.getMessage());
        }
    }

    private static void adoptReadable(WorkspaceLayout layout, History history, Transactions transactions) {
        Optional<String> head = history.head();
        if (head.isEmpty()) {
            adoptAll(layout, history, transactions);
        } else {
            SortedSet<String> derived = history.derived(head.get());
            if (!derived.isEmpty()) {
                CommitDraft.Builder draft = CommitDraft.builder(
                        "memory: leave derived views out of history; they are made again from topics",
                        transactions.now());
                derived.forEach(draft::delete);
                history.commit(draft.build());
            }
        }
    }

    private static void adoptAll(WorkspaceLayout layout, History history, Transactions transactions) {
        Snapshot snapshot = transactions.current();
        if (snapshot.isEmpty()) {
            return;
        }
        CommitDraft.Builder draft = CommitDraft.builder("memory: adopt what is here", transactions.now());
        snapshot.hashes().keySet().forEach(path -> draft.put(path, () -> Files.readAllBytes(layout.file(path))));
        if (Files.isRegularFile(layout.file(WorkspaceLayout.CORE_VIEW), LinkOption.NOFOLLOW_LINKS)) {
            draft.put(WorkspaceLayout.CORE_VIEW, () -> Files.readAllBytes(layout.file(WorkspaceLayout.CORE_VIEW)));
        }
        history.commit(draft.build());
    }

    /** Makes views that are missing or empty, and all of them when the power may have been cut since: none is forced. */
    static void mendViews(WorkspaceLayout layout, Transactions transactions, Duration timeout) {
        Snapshot snapshot = transactions.current();
        MachineStart start = new MachineStart(layout.runtime("machine-start"), layout.disk());
        boolean another = start.isAnother();
        boolean mend = io(layout.root(), () -> {
            for (String view : new String[] {WorkspaceLayout.RECENT_VIEW, WorkspaceLayout.RELATIONS_VIEW}) {
                Path file = layout.file(view);
                if (snapshot.topics().blockCount() > 0 && (!Files.exists(file) || Files.size(file) == 0)) {
                    return true;
                }
            }
            return another || transactions.areViewsBehind() || !Files.exists(layout.runtime("views"));
        });
        if (another) {
            transactions.distrustViews();
        }
        if (mend) {
            transactions.rebuildViews(timeout);
        }
        if (another) {
            io(layout.root(), () -> {
                start.note();
                return start;
            });
        }
    }

    private static <T> T io(Path directory, Interrupts.IoCall<T> call) {
        try {
            return Interrupts.deferred(call);
        } catch (IOException e) {
            throw new MemoryException(
                    ErrorCode.STORAGE_UNAVAILABLE,
                    "cannot open the workspace " + directory + ": "
                            + e.getClass().getSimpleName() + " " + e.getMessage(),
                    e);
        }
    }
}
