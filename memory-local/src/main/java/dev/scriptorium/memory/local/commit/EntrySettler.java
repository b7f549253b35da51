package dev.scriptorium.memory.local.commit;

import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.local.git.BlobContent;
import dev.scriptorium.memory.local.git.CommitDraft;
import dev.scriptorium.memory.local.git.CommitResult;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.git.HistoryNote;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.tx.BatchRecord;
import dev.scriptorium.memory.local.tx.FileAppend;
import dev.scriptorium.memory.local.tx.FileChange;
import dev.scriptorium.memory.local.tx.InstalledEntries;
import dev.scriptorium.memory.local.tx.JournalEntry;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles what installed entries are still owed: first the commit, from the journal and never from the work tree, then
 * the marks, then the entry is dropped. Trouble with Git or with the host's marks leaves the entry for the next one who
 * comes by; it never undoes an install.
 *
 * <p>Safe for use by several threads and processes: one at a time holds the history lease, and the others pass by.
 *
 * @since 0.1
 */
public final class EntrySettler {
    private static final Logger LOG = LoggerFactory.getLogger(EntrySettler.class);
    private static final int LOOKED_BACK = 100;

    private final WorkspaceLayout layout;
    private final Transactions transactions;
    private final Optional<History> history;
    private final WrittenMarks marks;
    private final WorkspaceId workspace;
    private final WorkspaceLock lease;
    private final ArchiveDeferral deferral;
    private final InstalledEntries installed;
    /** Operations of waiting entries that the history holds; looked at only under the lease. */
    private final Set<String> committed = new HashSet<>();

    private boolean asked;
    private volatile @Nullable String owedReason;

    /** Settles the entries of a workspace; without a history there are no commits to make. */
    public EntrySettler(
            WorkspaceLayout layout,
            Transactions transactions,
            Optional<History> history,
            WrittenMarks marks,
            WorkspaceId workspace) {
        this.layout = layout;
        this.transactions = transactions;
        this.history = history;
        this.marks = marks;
        this.workspace = workspace;
        this.lease = new WorkspaceLock(layout, "history.lock");
        this.installed = new InstalledEntries(layout);
        this.deferral = new ArchiveDeferral(layout.runtime("history-lengths.json"), layout.disk());
    }

    /** When an entry that only archives is committed. */
    public enum Archives {
        /** Together with the entry after it. */
        WITH_NEXT,
        /** Now, even if nothing follows. */
        NOW,
        /** Now, and what was put off because it is large as well. */
        ALL
    }

    /** Settles what can be settled now; returns how many entries still wait. */
    public int settle(Archives archives) {
        Optional<WorkspaceLock.Held> held = lease.tryAcquire();
        if (held.isEmpty()) {
            return transactions.waiting().size();
        }
        try {
            new Round(archives).run(installed.now());
        } catch (IllegalStateException e) {
            // Closed while a writer was still at work: whoever opens the workspace commits.
            owedReason = String.valueOf(e.getMessage());
        } finally {
            held.get().close();
        }
        return transactions.waiting().size();
    }

    /** Packs the history if that is due, for no longer than this; nothing when somebody else is at it. */
    public void tidy(Duration atMost) {
        if (history.isEmpty() || !history.get().packingDue()) {
            return;
        }
        Optional<WorkspaceLock.Held> held = lease.tryAcquire();
        if (held.isPresent()) {
            long deadline = System.nanoTime() + atMost.toNanos();
            try {
                history.get().pack(() -> System.nanoTime() < deadline);
            } finally {
                held.get().close();
            }
        }
    }

    /** Why a commit is owed; empty when none is. */
    public Optional<String> owedReason() {
        return Optional.ofNullable(owedReason);
    }

    /** The archives of which the history holds less than there is. */
    public List<String> deferred() {
        try {
            return List.copyOf(deferral.behind(layout.root()).keySet());
        } catch (IOException e) {
            LOG.debug("cannot tell which archives are deferred", e);
            return List.of();
        }
    }

    /** One walk over the waiting entries, in order. */
    private final class Round {
        private final Archives archives;
        private final Map<String, Optional<BlobContent>> carried = new TreeMap<>();
        private final Map<String, Long> lengths = new TreeMap<>();
        private final List<JournalEntry> carriedEntries = new ArrayList<>();

        Round(Archives archives) {
            this.archives = archives;
        }

        void run(List<JournalEntry> entries) {
            owedReason = null;
            learnCommitted(entries);
            for (JournalEntry entry : entries) {
                carry(entry);
                if (entry.archivesOnly()) {
                    carriedEntries.add(entry);
                } else if (committed.contains(entry.operation())) {
                    // Only its marks are owed; what it wrote may have been written over since.
                    carried.clear();
                    lengths.clear();
                    finish(entry);
                } else if (!commit(entry.message(), entry)) {
                    return;
                } else {
                    finish(entry);
                }
            }
            if (archives != Archives.WITH_NEXT && !carriedEntries.isEmpty()) {
                JournalEntry last = carriedEntries.get(carriedEntries.size() - 1);
                if (commit(last.message(), last)) {
                    drop(carriedEntries);
                }
            }
            if (archives == Archives.ALL) {
                commitDeferred();
                history.ifPresent(History::syncIndex);
            }
        }

        /** Asks the history which waiting entries it holds already, where this process cannot know by itself. */
        private void learnCommitted(List<JournalEntry> entries) {
            long unknown = entries.stream()
                    .filter(entry -> !entry.archivesOnly() && !committed.contains(entry.operation()))
                    .count();
            if (history.isPresent() && unknown > (asked ? 1 : 0)) {
                int last = entries.size() + LOOKED_BACK;
                history.get().log(last, Optional.empty()).stream()
                        .flatMap(commit -> commit.operation().stream())
                        .forEach(committed::add);
                asked = true;
            }
            Set<String> waiting = new HashSet<>();
            entries.forEach(entry -> waiting.add(entry.operation()));
            committed.retainAll(waiting);
        }

        private void carry(JournalEntry entry) {
            for (FileChange file : entry.files()) {
                String payload = file.payload();
                carried.put(
                        file.path(),
                        payload == null ? Optional.empty() : Optional.of(() -> transactions.payload(payload)));
            }
            for (FileAppend append : entry.appends()) {
                long length = append.before() + append.length();
                carried.put(append.path(), Optional.of(prefix(append.path(), length)));
                lengths.put(append.path(), length);
            }
        }

        private BlobContent prefix(String path, long length) {
            Path file = layout.file(path);
            return () -> {
                byte[] bytes = new byte[Math.toIntExact(length)];
                try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
                    in.readFully(bytes);
                }
                return bytes;
            };
        }

        /** Commits what is carried; false when it is owed. */
        private boolean commit(String message, JournalEntry entry) {
            if (history.isEmpty()) {
                carried.clear();
                return true;
            }
            CommitDraft.Builder draft = CommitDraft.builder(message, entry.at())
                    .operation(entry.operation())
                    .caller(entry.caller());
            Map<String, Long> now = new TreeMap<>(lengths);
            carried.forEach((path, content) -> {
                if (mayWait(path)) {
                    now.remove(path);
                } else if (content.isPresent()) {
                    draft.put(path, content.get());
                } else {
                    draft.delete(path);
                }
            });
            CommitResult result = history.get().commit(draft.build());
            if (!result.settled()) {
                owedReason = result.notes().stream()
                        .map(HistoryNote::toString)
                        .findFirst()
                        .orElse("the history did not take the commit");
                LOG.warn("commit of {} is owed: {}", entry.operation(), owedReason);
                return false;
            }
            result.movedBy()
                    .ifPresent(move -> LOG.info(
                            "somebody moved the history from {} to {} ({})", move.from(), move.to(), move.kind()));
            remember(now);
            committed.add(entry.operation());
            carried.clear();
            lengths.clear();
            return true;
        }

        private boolean mayWait(String path) {
            Long length = lengths.get(path);
            try {
                return archives != Archives.ALL && length != null && deferral.mayWait(path, length);
            } catch (IOException e) {
                LOG.debug("cannot tell whether {} may wait; it does not", path, e);
                return false;
            }
        }

        private void remember(Map<String, Long> committed) {
            try {
                Interrupts.deferred(() -> {
                    deferral.committed(committed);
                    return committed;
                });
            } catch (IOException e) {
                LOG.debug("cannot note what the history holds; archives will be committed sooner", e);
            }
        }

        private void finish(JournalEntry entry) {
            if (mark(entry)) {
                List<JournalEntry> done = new ArrayList<>(carriedEntries);
                done.add(entry);
                drop(done);
            }
            carriedEntries.clear();
        }

        private boolean mark(JournalEntry entry) {
            BatchRecord batch = entry.batch();
            if (batch == null || batch.turns().isEmpty()) {
                return true;
            }
            try {
                marks.mark(batch.session(), batch.turns(), workspace);
                return true;
            } catch (RuntimeException e) {
                LOG.warn("marks of {} turns are owed ({}): {}", batch.turns().size(), entry.operation(), e.toString());
                return false;
            }
        }

        private void drop(List<JournalEntry> entries) {
            entries.forEach(transactions::drop);
        }

        private void commitDeferred() {
            if (history.isEmpty()) {
                return;
            }
            try {
                Map<String, Long> behind = deferral.behind(layout.root());
                if (behind.isEmpty()) {
                    return;
                }
                CommitDraft.Builder draft = CommitDraft.builder("memory: archive what was put off", transactions.now());
                behind.forEach((path, length) -> draft.put(path, prefix(path, length)));
                CommitResult result = history.get().commit(draft.build());
                if (result.settled()) {
                    remember(behind);
                }
            } catch (IOException e) {
                LOG.debug("archives stay deferred", e);
            }
        }
    }
}
