package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the entries of our files in the index in step with our branch, so that {@code git status} is clean after a commit
 * that was not made through the index.
 *
 * <p>A file beside the index names the commit its entries stand for. Whatever stops an update, a lock, a crash, the size
 * of the index, the next one starts from there; entries that a person has changed meanwhile are left to that person.
 */
final class IndexSync {
    /** Up to so many entries the index is rewritten with every commit. */
    static final int WITH_COMMIT = 10_000;

    private final GitLayout layout;
    private final Commits commits;
    private final LockNotes notes;
    /** Whether the index that is to be made is known to be large. */
    private boolean large;

    IndexSync(GitLayout layout, Commits commits, LockNotes notes) {
        this.layout = layout;
        this.commits = commits;
        this.notes = notes;
    }

    /** From where the entries go to the head. */
    private record Plan(boolean rebuild, @Nullable ObjectId base) {}

    /** Whether the entries are known to stand for another commit than this. */
    boolean isBehind(ObjectId head) throws IOException {
        return record().filter(commit -> !commit.equals(head.name())).isPresent();
    }

    /** The commit the entries are known to stand for. */
    Optional<ObjectId> base() throws IOException {
        Optional<ObjectId> base = record().filter(ObjectId::isId).map(ObjectId::fromString);
        return base.isPresent() && commits.exists(base.get()) ? base : Optional.empty();
    }

    /**
     * Brings the entries to {@code head}.
     *
     * @param before the commit the branch was at before; null for none
     * @param own the paths that the last commit changed
     * @param idle whether there is time for a large index
     * @return why they are owed; empty when they are in step
     */
    Optional<HistoryNote> update(@Nullable ObjectId before, ObjectId head, Set<String> own, boolean idle)
            throws IOException {
        boolean exists = Files.exists(layout.index());
        Plan plan = plan(before, exists);
        large = !idle && (exists ? count() > WITH_COMMIT : large || commits.holdsMoreThan(head, WITH_COMMIT));
        if (large) {
            return owed(before, HistoryIssue.INDEX_DEFERRED, "the index is rewritten when there is time");
        }
        Optional<GitLock> lock = GitLock.acquire(layout, notes, layout.index());
        if (lock.isEmpty()) {
            return owed(before, HistoryIssue.INDEX_LOCKED, "somebody else holds index.lock");
        }
        try (GitLock held = lock.get()) {
            return rewrite(held, plan, before, head, own);
        }
    }

    private Optional<HistoryNote> rewrite(
            GitLock held, Plan plan, @Nullable ObjectId before, ObjectId head, Set<String> own) throws IOException {
        IndexFile.Rewritten rewritten;
        try {
            rewritten = plan.rebuild()
                    ? rebuilt(head)
                    : IndexFile.rewrite(GitFiles.bytes(layout.index()), edits(plan.base(), head, own));
        } catch (UnsupportedOperationException e) {
            return owed(before, HistoryIssue.INDEX_UNSUPPORTED, "left as it is: " + e.getMessage());
        } catch (DamagedIndexException e) {
            rewritten = rebuilt(head);
        }
        held.replace(rewritten.bytes(), false);
        record(head.name());
        return rewritten.conflicts().isEmpty()
                ? Optional.empty()
                : Optional.of(new HistoryNote(
                        HistoryIssue.INDEX_CONFLICT,
                        rewritten.conflicts().first(),
                        "part of a merge that is not finished; its entries stay as they are"));
    }

    private IndexFile.Rewritten rebuilt(ObjectId head) throws IOException {
        return IndexFile.rewrite(Optional.empty(), edits(null, head, Set.of()));
    }

    private SortedMap<String, IndexEdit> edits(@Nullable ObjectId base, ObjectId head, Set<String> own)
            throws IOException {
        SortedMap<String, IndexEdit> edits = new TreeMap<>();
        commits.changes(base, head)
                .forEach((path, change) ->
                        edits.put(path, new IndexEdit(change.before(), change.after(), own.contains(path))));
        return edits;
    }

    private Plan plan(@Nullable ObjectId before, boolean exists) throws IOException {
        Optional<String> recorded = record();
        if (!exists || recorded.isEmpty()) {
            return new Plan(!exists, before);
        }
        String text = recorded.get();
        if (text.equals(ObjectId.zeroId().name())) {
            return new Plan(false, null);
        }
        if (!ObjectId.isId(text) || !commits.exists(ObjectId.fromString(text))) {
            return new Plan(true, null);
        }
        return new Plan(false, ObjectId.fromString(text));
    }

    private int count() throws IOException {
        byte[] header = new byte[12];
        try (RandomAccessFile index = new RandomAccessFile(layout.index().toFile(), "r")) {
            return index.read(header) < header.length ? 0 : IndexFile.count(header);
        }
    }

    private Optional<HistoryNote> owed(@Nullable ObjectId before, HistoryIssue issue, String message)
            throws IOException {
        if (record().isEmpty()) {
            record((before == null ? ObjectId.zeroId() : before).name());
        }
        Path subject = issue == HistoryIssue.INDEX_LOCKED ? GitLock.of(layout.index()) : layout.index();
        return Optional.of(new HistoryNote(issue, layout.relative(subject), message));
    }

    private Optional<String> record() throws IOException {
        return GitFiles.text(layout.indexRecord()).map(String::strip);
    }

    private void record(String commit) throws IOException {
        layout.files().note(layout.indexRecord(), commit);
    }
}
