package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;

/** Finds out what happened to our branch, and to HEAD, since somebody left it. */
final class HeadMoves {
    /** How far back an operation is looked for that may have been committed before a crash. */
    private static final int SINCE_LEFT = 1000;

    private static final int LATEST = 100;

    private final GitLayout layout;
    private final Refs refs;
    private final Commits commits;

    HeadMoves(GitLayout layout, Refs refs, Commits commits) {
        this.layout = layout;
        this.refs = refs;
        this.commits = commits;
    }

    /** The commit at which the last process left our branch; it may lag behind after a crash. */
    Optional<ObjectId> left() throws IOException {
        return GitFiles.text(layout.headRecord())
                .map(String::strip)
                .filter(ObjectId::isId)
                .map(ObjectId::fromString);
    }

    /** Notes the commit at which we leave our branch. */
    void leave(ObjectId commit) throws IOException {
        if (!left().equals(Optional.of(commit))) {
            layout.files().note(layout.headRecord(), commit.name());
        }
    }

    /** What a person did to the branch since it was left; that another one is checked out is no such thing. */
    Optional<HeadMove> since(String branch, Refs.Head head) throws IOException {
        return head.branch().equals(Optional.of(branch)) ? since(left(), branch, head) : Optional.empty();
    }

    /** What a person did; empty when HEAD is where it was left, or only our own commits came on top. */
    Optional<HeadMove> since(Optional<ObjectId> left, String branch, Refs.Head head) throws IOException {
        if (left.isEmpty()) {
            return Optional.empty();
        }
        Optional<ObjectId> now = refs.commit(head);
        boolean onBranch = head.branch().equals(Optional.of(branch));
        if (onBranch && now.equals(left)) {
            return Optional.empty();
        }
        boolean known = commits.exists(left.get());
        HeadMove.Kind kind = onBranch ? kind(left.get(), now, known) : HeadMove.Kind.CHECKED_OUT;
        if (kind == HeadMove.Kind.COMMITTED
                && now.isPresent()
                && commits.between(left.get(), now.get(), Integer.MAX_VALUE).stream()
                        .allMatch(HeadMoves::isOurs)) {
            return Optional.empty();
        }
        return Optional.of(new HeadMove(
                kind,
                left.map(ObjectId::name),
                now.map(ObjectId::name),
                known && now.isPresent()
                        ? new TreeSet<>(commits.changes(left.get(), now.get()).keySet())
                        : Collections.emptySortedSet()));
    }

    private HeadMove.Kind kind(ObjectId left, Optional<ObjectId> now, boolean known) throws IOException {
        if (now.isEmpty()) {
            return HeadMove.Kind.GONE;
        }
        if (known && commits.isBefore(left, now.get())) {
            return HeadMove.Kind.COMMITTED;
        }
        return known && commits.isBefore(now.get(), left) ? HeadMove.Kind.RESET : HeadMove.Kind.REWRITTEN;
    }

    static boolean isOurs(RevCommit commit) {
        // A person who amends or rebases one of our commits leaves us its author.
        return Identity.isOurs(commit.getCommitterIdent()) && commit.getParentCount() <= 1;
    }

    /**
     * The commit in which an operation is already: one made since our branch was left, or, where a journal may have come
     * back after a power loss, one of the latest.
     */
    Optional<ObjectId> committed(
            Optional<String> operation, Optional<ObjectId> left, Optional<ObjectId> now, boolean first)
            throws IOException {
        boolean moved = !now.equals(left);
        if (operation.isEmpty() || now.isEmpty() || !(moved || first)) {
            return Optional.empty();
        }
        ObjectId base = !first && left.isPresent() && commits.exists(left.get()) ? left.get() : null;
        for (RevCommit commit : commits.between(base, now.get(), moved ? SINCE_LEFT : LATEST)) {
            Map<String, String> trailers = CommitMessage.trailers(Commits.message(commit));
            if (Identity.isOurs(commit.getAuthorIdent())
                    && operation.get().equals(trailers.get(CommitDraft.OPERATION))) {
                return Optional.of(commit.copy());
            }
        }
        return Optional.empty();
    }
}
