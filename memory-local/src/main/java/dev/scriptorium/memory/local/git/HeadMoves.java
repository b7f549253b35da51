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
    private static final int RECENT = 1000;

    private final Refs refs;
    private final Commits commits;

    HeadMoves(Refs refs, Commits commits) {
        this.refs = refs;
        this.commits = commits;
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

    private static boolean isOurs(RevCommit commit) {
        // A person who amends or rebases one of our commits leaves us its author.
        return Identity.isOurs(commit.getCommitterIdent()) && commit.getParentCount() <= 1;
    }

    /** The commit in which an operation is already, when our branch is not where its author left it. */
    Optional<ObjectId> committed(Optional<String> operation, Optional<ObjectId> left, Optional<ObjectId> now)
            throws IOException {
        if (operation.isEmpty() || now.isEmpty() || now.equals(left)) {
            return Optional.empty();
        }
        ObjectId base = left.isPresent() && commits.exists(left.get()) ? left.get() : null;
        for (RevCommit commit : commits.between(base, now.get(), RECENT)) {
            Map<String, String> trailers = CommitMessage.trailers(Commits.message(commit));
            if (Identity.isOurs(commit.getAuthorIdent())
                    && operation.get().equals(trailers.get(CommitDraft.OPERATION))) {
                return Optional.of(commit.copy());
            }
        }
        return Optional.empty();
    }
}
