package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.AndTreeFilter;
import org.eclipse.jgit.treewalk.filter.PathFilter;
import org.eclipse.jgit.treewalk.filter.PathFilterGroup;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/** Reads commits: what they hold, what they changed, how they hang together. */
final class Commits {
    private final StoreReader reader;

    Commits(StoreReader reader) {
        this.reader = reader;
    }

    /** The tree of a commit; null stands for no commit. */
    @Nullable
    ObjectId tree(@Nullable ObjectId commit) throws IOException {
        if (commit == null) {
            return null;
        }
        try (RevWalk walk = new RevWalk(reader)) {
            return walk.parseCommit(commit).getTree().copy();
        }
    }

    /** Whether there is such a commit. */
    boolean exists(ObjectId commit) throws IOException {
        try {
            tree(commit);
            return true;
        } catch (MissingObjectException | IncorrectObjectTypeException e) {
            return false;
        }
    }

    /** The regular files a commit holds. */
    SortedMap<String, String> files(ObjectId commit) throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        try (TreeWalk walk = new TreeWalk(reader)) {
            walk.addTree(tree(commit));
            walk.setRecursive(true);
            while (walk.next()) {
                if (isFile(walk.getFileMode())) {
                    files.put(walk.getPathString(), walk.getObjectId(0).name());
                }
            }
        }
        return files;
    }

    /** Whether a commit holds more files than this; looks at no more than it must. */
    boolean holdsMoreThan(ObjectId commit, int files) throws IOException {
        try (TreeWalk walk = new TreeWalk(reader)) {
            walk.addTree(tree(commit));
            walk.setRecursive(true);
            int count = 0;
            while (count <= files && walk.next()) {
                count++;
            }
            return count > files;
        }
    }

    /** The files of a commit that have one of these names, or are below a directory that has. */
    SortedSet<String> below(ObjectId commit, List<String> names) throws IOException {
        SortedSet<String> files = new TreeSet<>();
        try (TreeWalk walk = new TreeWalk(reader)) {
            walk.addTree(tree(commit));
            walk.setRecursive(true);
            walk.setFilter(PathFilterGroup.createFromStrings(names));
            while (walk.next()) {
                files.add(walk.getPathString());
            }
        }
        return files;
    }

    /** The bytes of one file of a commit. */
    Optional<byte[]> read(ObjectId commit, String path) throws IOException {
        ObjectId tree = tree(commit);
        try (TreeWalk walk = path.isEmpty() ? null : TreeWalk.forPath(reader, path, tree)) {
            return walk != null && isFile(walk.getFileMode())
                    ? Optional.of(reader.open(walk.getObjectId(0)).getCachedBytes(Integer.MAX_VALUE))
                    : Optional.empty();
        }
    }

    private static boolean isFile(FileMode mode) {
        return mode.equals(FileMode.REGULAR_FILE) || mode.equals(FileMode.EXECUTABLE_FILE);
    }

    /** The files in which two commits differ; null stands for no commit. */
    SortedMap<String, TreeDiff.Change> changes(@Nullable ObjectId before, @Nullable ObjectId after) throws IOException {
        return TreeDiff.between(reader, tree(before), tree(after));
    }

    /** The commits before and at {@code tip}, the latest first; with a path, those that changed it. */
    List<CommitSummary> log(ObjectId tip, int limit, Optional<String> path) throws IOException {
        List<CommitSummary> log = new ArrayList<>();
        try (RevWalk walk = new RevWalk(reader)) {
            walk.setRewriteParents(false);
            if (path.isPresent()) {
                walk.setTreeFilter(AndTreeFilter.create(PathFilter.create(path.get()), TreeFilter.ANY_DIFF));
            }
            walk.markStart(walk.parseCommit(tip));
            for (RevCommit commit = walk.next(); commit != null && log.size() < limit; commit = walk.next()) {
                log.add(summary(commit));
            }
        }
        return log;
    }

    /** One commit as a person would list it. */
    CommitSummary summary(ObjectId commit) throws IOException {
        try (RevWalk walk = new RevWalk(reader)) {
            return summary(walk.parseCommit(commit));
        }
    }

    /** What a commit did to files, compared with the first of the commits before it. */
    CommitStep step(ObjectId commit) throws IOException {
        try (RevWalk walk = new RevWalk(reader)) {
            RevCommit parsed = walk.parseCommit(commit);
            ObjectId first =
                    parsed.getParentCount() == 0 ? null : parsed.getParent(0).copy();
            SortedMap<String, CommitStep.Change> changes = new TreeMap<>();
            TreeDiff.between(reader, tree(first), parsed.getTree())
                    .forEach((path, change) -> changes.put(
                            path,
                            new CommitStep.Change(
                                    change.before().map(ObjectId::name),
                                    change.after().map(ObjectId::name))));
            return new CommitStep(parsed.name(), Optional.ofNullable(first).map(ObjectId::name), changes);
        }
    }

    /** The content of a file by its id. */
    byte[] content(ObjectId blob) throws IOException {
        return reader.open(blob).getCachedBytes(Integer.MAX_VALUE);
    }

    /** How long the content of a file is. */
    long length(ObjectId blob) throws IOException {
        return reader.getObjectSize(blob, Constants.OBJ_BLOB);
    }

    private CommitSummary summary(RevCommit commit) throws IOException {
        List<String> parents =
                Arrays.stream(commit.getParents()).map(ObjectId::name).toList();
        ObjectId first = commit.getParentCount() == 0 ? null : commit.getParent(0);
        String text = message(commit);
        return new CommitSummary(
                commit.name(),
                parents,
                at(commit),
                Identity.line(commit.getAuthorIdent()),
                CommitMessage.body(text),
                CommitMessage.trailers(text),
                new TreeSet<>(
                        TreeDiff.between(reader, tree(first), commit.getTree()).keySet()));
    }

    private static OffsetDateTime at(RevCommit commit) {
        PersonIdent committer = commit.getCommitterIdent();
        return committer == null
                ? Instant.ofEpochSecond(commit.getCommitTime()).atOffset(ZoneOffset.UTC)
                : OffsetDateTime.ofInstant(committer.getWhenAsInstant(), committer.getZoneId());
    }

    static String message(RevCommit commit) {
        try {
            return commit.getFullMessage();
        } catch (IllegalArgumentException e) {
            // An encoding this platform does not know.
            return new String(commit.getRawBuffer(), StandardCharsets.UTF_8)
                    .lines()
                    .dropWhile(line -> !line.isEmpty())
                    .collect(Collectors.joining("\n"))
                    .strip();
        }
    }

    /** The commit a person may mean by an id or the beginning of one; empty when there is none, or more than one. */
    Optional<ObjectId> resolve(String text) throws IOException {
        if (!AbbreviatedObjectId.isId(text) || text.length() < 4) {
            return Optional.empty();
        }
        AbbreviatedObjectId id = AbbreviatedObjectId.fromString(text);
        Set<ObjectId> commits = new TreeSet<>();
        for (ObjectId candidate : id.isComplete() ? List.of(id.toObjectId()) : reader.resolve(id)) {
            if (exists(candidate)) {
                commits.add(candidate);
            }
        }
        return commits.size() == 1 ? Optional.of(commits.iterator().next()) : Optional.empty();
    }

    /** Whether one commit is the other, or before it. */
    boolean isBefore(ObjectId earlier, ObjectId later) throws IOException {
        try (RevWalk walk = new RevWalk(reader)) {
            return walk.isMergedInto(walk.parseCommit(earlier), walk.parseCommit(later));
        }
    }

    /** The commits at and before {@code tip} that are not at or before {@code base}, the latest first. */
    List<RevCommit> between(@Nullable ObjectId base, ObjectId tip, int limit) throws IOException {
        List<RevCommit> commits = new ArrayList<>();
        try (RevWalk walk = new RevWalk(reader)) {
            walk.markStart(walk.parseCommit(tip));
            if (base != null) {
                walk.markUninteresting(walk.parseCommit(base));
            }
            for (RevCommit commit = walk.next(); commit != null && commits.size() < limit; commit = walk.next()) {
                commits.add(commit);
            }
        }
        return commits;
    }
}
