package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Makes one commit: objects, durable; then the branch, durable; then logs and index, which can be made again. */
final class Committer {
    private static final int ATTEMPTS = 3;

    private final GitLayout layout;
    private final ObjectStore store;
    private final Commits commits;
    private final Refs refs;
    private final RepositoryFormat format;
    private final LockNotes locks;
    private final Branch branches;
    private final IndexSync index;
    private final HeadMoves moves;
    private final TakenBack takenBack;
    private boolean swept;
    /** Whether a commit was made since we were opened: entries come in order, so none is repeated after that. */
    private boolean begun;

    Committer(GitLayout layout, ObjectStore store, Commits commits, IndexSync index, LockNotes locks) {
        this.layout = layout;
        this.store = store;
        this.commits = commits;
        this.locks = locks;
        refs = new Refs(layout);
        format = new RepositoryFormat(layout);
        branches = new Branch(layout, refs, locks);
        this.index = index;
        moves = new HeadMoves(layout, refs, commits);
        takenBack = new TakenBack(layout, store, commits);
    }

    CommitResult commit(CommitDraft draft) {
        List<HistoryNote> notes = new ArrayList<>();
        try {
            Optional<HistoryNote> refusal = format.refusal();
            if (refusal.isPresent()) {
                return owed(Optional.empty(), notes, refusal.get());
            }
            prepare();
            return commit(draft, notes);
        } catch (IOException | RuntimeException e) {
            return owed(Optional.empty(), notes, Trouble.note(e));
        }
    }

    /** What the holder of the history lease does first. */
    private void prepare() throws IOException {
        if (!Files.exists(layout.head())) {
            new Skeleton(layout).ensure();
        }
        locks.clear();
        if (!swept) {
            locks.clearUnnoted(branches.lock(new Skeleton(layout).branch()));
            locks.clearUnnoted(GitLock.of(layout.index()));
            layout.files().sweep(layout.git());
            layout.files().sweep(layout.packs());
            swept = true;
        }
    }

    private CommitResult commit(CommitDraft draft, List<HistoryNote> notes) throws IOException {
        String branch = new Skeleton(layout).claim();
        Refs.Head head = refs.head();
        Optional<ObjectId> expected =
                draft.expectedHead().filter(ObjectId::isId).map(ObjectId::fromString);
        Optional<ObjectId> left = expected.isPresent() ? expected : moves.left();
        Optional<HeadMove> moved = moves.since(left, branch, head);
        notes.addAll(Trouble.standing(head, branch));
        if (moved.isPresent() && !putBack(branch, head, notes)) {
            return owed(moved, notes, busy(branch));
        }
        SortedMap<String, Optional<BlobContent>> changes =
                new PathRules(layout.root()).storable(draft.changes(), notes);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<ObjectId> before = refs.resolve(branch);
            Optional<ObjectId> already = moves.committed(draft.operation(), left, before, !begun);
            if (already.isPresent()) {
                catchUp(head, branch, before.orElse(null), notes);
                return unchanged(already, moved, notes);
            }
            if (Files.exists(branches.lock(branch))) {
                return owed(moved, notes, locked(branch));
            }
            Optional<Written> written = write(draft, changes, before.orElse(null));
            if (written.isEmpty()) {
                catchUp(head, branch, before.orElse(null), notes);
                return unchanged(before, moved, notes);
            }
            ObjectId next = written.get().commit();
            Branch.Update update = branches.move(
                    branch, before.orElse(null), next, written.get().pack());
            if (update == Branch.Update.LOCKED) {
                return owed(moved, notes, locked(branch));
            }
            if (update == Branch.Update.MOVED) {
                begun = true;
                leave(next, notes);
                after(draft, head, branch, before.orElse(null), next, notes);
                return new CommitResult(CommitResult.Outcome.COMMITTED, Optional.of(next.name()), moved, notes);
            }
        }
        return owed(moved, notes, busy(branch));
    }

    /**
     * Commits again what a person's commit took back because the index stood for an older commit. That the person
     * committed is still to be named, by the next commit.
     *
     * @return false when that is still to be done
     */
    private boolean putBack(String branch, Refs.Head head, List<HistoryNote> notes) throws IOException {
        Optional<ObjectId> now = refs.resolve(branch);
        Optional<ObjectId> base = index.base();
        if (now.isEmpty() || base.isEmpty() || !head.branch().equals(Optional.of(branch))) {
            return true;
        }
        SortedMap<String, Optional<BlobContent>> files = takenBack.since(base.get(), now.get());
        if (files.isEmpty()) {
            return true;
        }
        CommitDraft draft = CommitDraft.builder(
                        "Put back what a commit took back\n\nIt was made from an index that was not up to date.",
                        commits.summary(now.get()).at())
                .build();
        Optional<Written> written = write(draft, files, now.get());
        if (written.isEmpty()) {
            return true;
        }
        ObjectId next = written.get().commit();
        if (branches.move(branch, now.get(), next, written.get().pack()) != Branch.Update.MOVED) {
            return false;
        }
        after(draft, head, branch, now.get(), next, notes);
        return true;
    }

    private record Written(ObjectId commit, Path pack) {}

    /** Writes the objects of a commit; empty when it would change nothing. */
    private Optional<Written> write(
            CommitDraft draft, SortedMap<String, Optional<BlobContent>> changes, @Nullable ObjectId before)
            throws IOException {
        try (PackOutput out = new PackOutput(layout)) {
            ObjectId old = commits.tree(before);
            TreeEditor editor = new TreeEditor(store, out);
            ObjectId tree = editor.edit(old, changes);
            if (tree == null || tree.equals(old)) {
                return Optional.empty();
            }
            CommitBuilder commit = new CommitBuilder();
            commit.setTreeId(tree);
            if (before != null) {
                commit.setParentId(before);
            }
            commit.setAuthor(Identity.at(draft.at()));
            commit.setCommitter(Identity.at(draft.at()));
            commit.setMessage(CommitMessage.format(draft.message(), draft.trailers()));
            byte[] bytes = commit.build();
            ObjectId id = GitHash.of(Constants.OBJ_COMMIT, bytes);
            out.whole(id, Constants.OBJ_COMMIT, bytes);
            Path pack = out.finish();
            store.added(pack);
            editor.written().put(id, new StoredObject(Constants.OBJ_COMMIT, bytes));
            store.remember(editor.written());
            return Optional.of(new Written(id, pack));
        }
    }

    private void leave(ObjectId at, List<HistoryNote> notes) {
        try {
            moves.leave(at);
        } catch (IOException | RuntimeException e) {
            notes.add(Trouble.note(e));
        }
    }

    /** What follows a commit and cannot undo it. */
    private void after(
            CommitDraft draft,
            Refs.Head head,
            String branch,
            @Nullable ObjectId before,
            ObjectId next,
            List<HistoryNote> notes) {
        try {
            boolean ours = head.branch().equals(Optional.of(branch));
            if (format.logs()) {
                String what =
                        "commit: " + draft.message().strip().lines().findFirst().orElse("");
                branches.log(branch, before, next, draft.at(), what);
                if (ours) {
                    branches.log("HEAD", before, next, draft.at(), what);
                }
            }
            if (ours) {
                Set<String> own = commits.changes(before, next).keySet();
                index.update(before, next, own, false).ifPresent(notes::add);
            }
        } catch (IOException | RuntimeException e) {
            notes.add(Trouble.note(e));
        }
    }

    /** Writes what an earlier commit owes the index, perhaps because the process died. */
    private void catchUp(Refs.Head head, String branch, @Nullable ObjectId at, List<HistoryNote> notes) {
        try {
            if (at != null) {
                moves.leave(at);
                if (head.branch().equals(Optional.of(branch)) && index.isBehind(at)) {
                    index.update(at, at, Set.of(), false).ifPresent(notes::add);
                }
            }
        } catch (IOException | RuntimeException e) {
            notes.add(Trouble.note(e));
        }
    }

    /** Removes what a dead process of ours left, and brings the index to our branch; with {@code idle} a large one too. */
    Optional<HistoryNote> syncIndex(boolean idle) {
        try {
            Optional<HistoryNote> refusal = format.refusal();
            if (refusal.isPresent()) {
                return refusal;
            }
            prepare();
            String branch = new Skeleton(layout).claim();
            Optional<ObjectId> at = refs.resolve(branch);
            Refs.Head head = refs.head();
            if (at.isEmpty() || !head.branch().equals(Optional.of(branch)) || !index.isBehind(at.get())) {
                return Optional.empty();
            }
            if (moves.since(branch, head).isPresent()) {
                List<HistoryNote> notes = new ArrayList<>();
                if (!putBack(branch, head, notes)) {
                    return Optional.of(busy(branch));
                }
                at = refs.resolve(branch);
            }
            return at.isEmpty() ? Optional.empty() : index.update(at.get(), at.get(), Set.of(), idle);
        } catch (IOException | RuntimeException e) {
            return Optional.of(Trouble.note(e));
        }
    }

    private static HistoryNote busy(String branch) {
        return new HistoryNote(HistoryIssue.BRANCH_BUSY, branch, "the branch moved while the commit was made");
    }

    private HistoryNote locked(String branch) {
        return new HistoryNote(
                HistoryIssue.BRANCH_LOCKED,
                layout.relative(branches.lock(branch)),
                "somebody else holds this lock; remove it if no git is running");
    }

    private static CommitResult unchanged(
            Optional<ObjectId> commit, Optional<HeadMove> moved, List<HistoryNote> notes) {
        return new CommitResult(CommitResult.Outcome.UNCHANGED, commit.map(ObjectId::name), moved, notes);
    }

    private static CommitResult owed(Optional<HeadMove> moved, List<HistoryNote> notes, HistoryNote why) {
        notes.add(why);
        return new CommitResult(CommitResult.Outcome.OWED, Optional.empty(), moved, notes);
    }
}
