package dev.scriptorium.memory.local.commit;

import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.session.WorkspaceId;
import dev.scriptorium.memory.api.session.WrittenMarks;
import dev.scriptorium.memory.local.git.CommitDraft;
import dev.scriptorium.memory.local.git.CommitResult;
import dev.scriptorium.memory.local.git.HeadMove;
import dev.scriptorium.memory.local.git.History;
import dev.scriptorium.memory.local.git.HistoryNote;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.local.tx.BatchRecord;
import dev.scriptorium.memory.local.tx.InstalledEntries;
import dev.scriptorium.memory.local.tx.JournalEntry;
import dev.scriptorium.memory.local.tx.Transactions;
import dev.scriptorium.memory.local.tx.WorkspaceLayout;
import dev.scriptorium.memory.local.tx.WorkspaceLock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
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

    private final Transactions transactions;
    private final Optional<History> history;
    private final WrittenMarks marks;
    private final WorkspaceId workspace;
    private final WorkspaceLock lease;
    private final PackingSlices packing;
    private final ArchiveDeferral deferral;
    private final ArchiveBytes archiveBytes;
    private final InstalledEntries installed;
    /** Operations of waiting entries that the history holds; looked at only under the lease. */
    private final Set<String> committed = new HashSet<>();

    private boolean recovered;
    private boolean asked;
    /** Where our branch was when the history was last asked what it holds. */
    private Optional<String> askedAt = Optional.empty();

    private volatile @Nullable String owedReason;
    private volatile Runnable whenCommitted = () -> {};

    /** Settles the entries of a workspace; without a history there are no commits to make. */
    public EntrySettler(
            WorkspaceLayout layout,
            Transactions transactions,
            Optional<History> history,
            WrittenMarks marks,
            WorkspaceId workspace) {
        this.transactions = transactions;
        this.history = history;
        this.marks = marks;
        this.workspace = workspace;
        this.lease = new WorkspaceLock(layout, "history.lock");
        this.packing = new PackingSlices(layout, history);
        this.archiveBytes = new ArchiveBytes(layout, transactions, history);
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

    /** Has somebody told, on the thread that settled, after commits were made and the lease was given back. */
    public void whenCommitted(Runnable told) {
        whenCommitted = told;
    }

    /** Settles what can be settled now; returns how many entries still wait. Trouble with Git is {@link #owedReason}. */
    public int settle(Archives archives) {
        Optional<WorkspaceLock.Held> held = lease.tryAcquire();
        if (held.isEmpty()) {
            return transactions.waiting().size();
        }
        int before = packing.unlooked();
        try {
            new Round(archives).run(installed.now());
        } catch (MemoryException | IllegalStateException e) {
            // Damage of the history, or closed while a writer was still at work: whoever comes next commits.
            owedReason = String.valueOf(e.getMessage());
            LOG.debug("commits are owed", e);
        } finally {
            held.get().close();
        }
        if (packing.unlooked() > before) {
            whenCommitted.run();
        }
        return transactions.waiting().size();
    }

    /**
     * Does something while nobody commits, marks or drops: everything is settled before, and again whenever the work
     * asks for it.
     *
     * @throws MemoryException {@code WORKSPACE_BUSY} when somebody else settles for too long
     */
    public <T> T whileSettled(Duration timeout, Function<Runnable, T> work) {
        return lease.hold(timeout, () -> {
            Runnable settle = () -> {
                try {
                    new Round(Archives.ALL).run(installed.now());
                } catch (MemoryException | IllegalStateException e) {
                    owedReason = String.valueOf(e.getMessage());
                    LOG.debug("commits are owed", e);
                }
            };
            settle.run();
            return work.apply(settle);
        });
    }

    /**
     * Packs the history if that is due, for about this long; nothing when somebody else is at it. Commits go on meanwhile,
     * in this process and in others. Trouble with it is logged and never thrown.
     *
     * @return whether there is more to do
     */
    public boolean tidy(Duration atMost) {
        return packing.work(atMost);
    }

    /** As {@link #tidy}, where commits were made since the last look; otherwise it costs nothing. */
    public void tidyAfterCommits(Duration atMost) {
        if (packing.unlooked() > 0) {
            tidy(atMost);
        }
    }

    /** Why a commit is owed; empty when none is. */
    public Optional<String> owedReason() {
        return Optional.ofNullable(owedReason);
    }

    /** The archives of which the history holds less than there is. */
    public List<String> deferred() {
        try {
            return List.copyOf(deferral.behind(transactions.current()).keySet());
        } catch (IOException | MemoryException e) {
            LOG.debug("cannot tell which archives are deferred", e);
            return List.of();
        }
    }

    /** One walk over the waiting entries, in order. */
    private final class Round {
        private final Archives archives;
        private final Carried carried = new Carried(transactions, archiveBytes);
        private final List<JournalEntry> carriedEntries = new ArrayList<>();

        Round(Archives archives) {
            this.archives = archives;
        }

        void run(List<JournalEntry> entries) {
            owedReason = null;
            if (!recovered) {
                history.ifPresent(History::recover);
                recovered = true;
            }
            learnCommitted(entries);
            boolean settled =
                    entries.stream().filter(this::isOwed).count() > CatchUp.MANY ? catchUp(entries) : oneByOne(entries);
            if (settled && archives == Archives.ALL) {
                commitDeferred();
                history.ifPresent(History::syncIndex);
            }
        }

        private boolean isOwed(JournalEntry entry) {
            return !committed.contains(entry.operation());
        }

        /** False when a commit is owed. */
        private boolean oneByOne(List<JournalEntry> entries) {
            for (JournalEntry entry : entries) {
                carried.add(entry);
                if (entry.archivesOnly() && !committed.contains(entry.operation())) {
                    carriedEntries.add(entry);
                } else if (committed.contains(entry.operation())) {
                    // Only its marks are owed; what it wrote may have been written over since.
                    carried.clear();
                    finish(entry);
                } else if (!commit(entry.message(), entry, Optional.of(entry.caller()))) {
                    return false;
                } else {
                    finish(entry);
                }
            }
            if (archives != Archives.WITH_NEXT && !carriedEntries.isEmpty()) {
                JournalEntry last = carriedEntries.get(carriedEntries.size() - 1);
                if (!commit(last.message(), last, Optional.of(last.caller()))) {
                    return false;
                }
                drop(carriedEntries);
            }
            return true;
        }

        /** So many that a commit each would keep everybody waiting: one commit that lists them. */
        private boolean catchUp(List<JournalEntry> entries) {
            List<JournalEntry> owed = new ArrayList<>();
            for (JournalEntry entry : entries) {
                if (committed.contains(entry.operation())) {
                    carried.clear();
                    owed.clear();
                } else {
                    carried.add(entry);
                    owed.add(entry);
                }
            }
            if (!owed.isEmpty() && !commit(CatchUp.message(owed), owed.get(owed.size() - 1), Optional.empty())) {
                return false;
            }
            owed.forEach(entry -> committed.add(entry.operation()));
            for (JournalEntry entry : entries) {
                if (mark(entry)) {
                    transactions.drop(entry);
                }
            }
            return true;
        }

        /** Asks the history which waiting entries it holds already, where this process cannot know by itself. */
        private void learnCommitted(List<JournalEntry> entries) {
            long unknown = entries.stream()
                    .filter(entry -> !entry.archivesOnly() || entries.size() > CatchUp.MANY)
                    .filter(this::isOwed)
                    .count();
            if (history.isPresent() && unknown > (asked ? 1 : 0)) {
                Optional<String> head = history.get().head();
                if (!asked || !head.equals(askedAt)) {
                    history.get()
                            .log(entries.size() + LOOKED_BACK, Optional.empty())
                            .forEach(commit -> {
                                commit.operation().ifPresent(committed::add);
                                committed.addAll(CatchUp.operations(commit.message()));
                            });
                    asked = true;
                    askedAt = head;
                }
            }
            Set<String> waiting = new HashSet<>();
            entries.forEach(entry -> waiting.add(entry.operation()));
            committed.retainAll(waiting);
        }

        /** Commits what is carried; false when it is owed. */
        private boolean commit(String message, JournalEntry entry, Optional<String> caller) {
            if (history.isEmpty()) {
                carried.clear();
                return true;
            }
            CommitDraft.Builder draft = CommitDraft.builder(message, entry.at()).operation(entry.operation());
            caller.ifPresent(draft::caller);
            Map<String, Long> lengths = carried.lengths();
            Map<String, Long> now = new TreeMap<>(lengths);
            carried.files().forEach((path, content) -> {
                if (mayWait(path, lengths.get(path))) {
                    now.remove(path);
                } else if (content.isPresent()) {
                    draft.put(path, content.get());
                } else {
                    draft.delete(path);
                }
            });
            CommitResult result = history.get().commit(draft.build());
            if (!result.settled()) {
                owe(entry.operation(), result);
                return false;
            }
            result.movedBy().ifPresent(this::name);
            remember(now);
            committed.add(entry.operation());
            packing.committed();
            carried.clear();
            return true;
        }

        private void owe(String what, CommitResult result) {
            owedReason = result.notes().stream()
                    .reduce((before, last) -> last)
                    .map(HistoryNote::toString)
                    .orElse("the history did not take the commit");
            LOG.warn("commit of {} is owed: {}", what, owedReason);
        }

        /** Says what a person did with {@code git} since our last commit. */
        private void name(HeadMove move) {
            LOG.info(
                    "somebody moved the history from {} to {} ({}, {} files differ)",
                    move.from(),
                    move.to(),
                    move.kind(),
                    move.changedPaths().size());
            if (move.kind() != HeadMove.Kind.COMMITTED && move.kind() != HeadMove.Kind.CHECKED_OUT) {
                // What the branch holds of large archives may be less than it was.
                try {
                    deferral.forget();
                } catch (IOException e) {
                    LOG.debug("cannot forget what the history held", e);
                }
            }
        }

        private boolean mayWait(String path, @Nullable Long length) {
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
                Map<String, Long> behind = deferral.behind(transactions.current());
                if (behind.isEmpty()) {
                    return;
                }
                CommitDraft.Builder draft = CommitDraft.builder("memory: archive what was put off", transactions.now());
                for (Map.Entry<String, Long> archive : List.copyOf(behind.entrySet())) {
                    String path = archive.getKey();
                    try {
                        byte[] bytes =
                                archiveBytes.first(path, archive.getValue()).bytes();
                        draft.put(path, () -> bytes);
                    } catch (IOException e) {
                        // One spoiled archive keeps no other out.
                        behind.remove(path);
                        owedReason = path + ": " + e.getMessage();
                        LOG.warn("an archive that was put off stays out of the history: {}", owedReason);
                    }
                }
                if (behind.isEmpty()) {
                    return;
                }
                CommitResult result = history.get().commit(draft.build());
                if (result.settled()) {
                    result.movedBy().ifPresent(this::name);
                    packing.committed();
                    remember(behind);
                } else {
                    owe("archives that were put off", result);
                }
            } catch (IOException e) {
                LOG.debug("archives stay deferred", e);
            }
        }
    }
}
