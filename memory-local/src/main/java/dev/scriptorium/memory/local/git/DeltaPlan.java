package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/**
 * Which object is to be stored as a delta of which: each version of a path, be it a file or a directory, as a delta of
 * the version that replaced it. So the latest is whole and quick to read, and the best base is known without a search.
 */
final class DeltaPlan {
    private static final int LONGEST_CHAIN = 50;

    private final PackSources sources;
    private final StoreReader reader;
    private final RevWalk walk;
    private final Map<ObjectId, ObjectId> bases = new HashMap<>();
    private final Map<ObjectId, Integer> depths = new HashMap<>();
    private final Set<ObjectId> serving = new HashSet<>();
    private final List<ObjectId> order = new ArrayList<>();
    private @Nullable Iterator<RevCommit> commits;

    DeltaPlan(PackSources sources, StoreReader reader) {
        this.sources = sources;
        this.reader = reader;
        walk = new RevWalk(reader);
        walk.setRetainBody(false);
    }

    /** Looks at one commit, the latest first; false when there is none left. */
    boolean step() throws IOException {
        Iterator<RevCommit> rest = commits;
        if (rest == null) {
            // Not RevCommit.parse(byte[]): to name what it parses it loads JGit's SHA-1, and with it ~/.gitconfig.
            List<RevCommit> sorted = new ArrayList<>();
            for (ObjectId id : sources.commits()) {
                sorted.add(walk.parseCommit(id));
                order.add(id);
            }
            rest = childrenFirst(sorted).iterator();
            commits = rest;
        }
        if (!rest.hasNext()) {
            return false;
        }
        RevCommit commit = rest.next();
        try {
            compare(commit);
        } catch (MissingObjectException e) {
            // The commit was never reachable, or the clone is shallow: it has no versions to compare.
        }
        return true;
    }

    /** The latest first, and none before its children, which may be of the same second: else chains would break there. */
    private static List<RevCommit> childrenFirst(List<RevCommit> commits) {
        Map<ObjectId, RevCommit> known = new HashMap<>();
        Map<ObjectId, Integer> children = new HashMap<>();
        for (RevCommit commit : commits) {
            known.put(commit, commit);
        }
        for (RevCommit commit : commits) {
            for (RevCommit parent : commit.getParents()) {
                children.merge(parent, 1, Integer::sum);
            }
        }
        Queue<RevCommit> ready = new PriorityQueue<>(
                Comparator.comparingInt(RevCommit::getCommitTime).reversed());
        for (RevCommit commit : commits) {
            if (!children.containsKey(commit)) {
                ready.add(commit);
            }
        }
        List<RevCommit> sorted = new ArrayList<>();
        for (RevCommit next = ready.poll(); next != null; next = ready.poll()) {
            sorted.add(next);
            for (RevCommit parent : next.getParents()) {
                RevCommit here = known.get(parent);
                if (children.merge(parent, -1, Integer::sum) == 0 && here != null) {
                    ready.add(here);
                }
            }
        }
        return sorted;
    }

    private void compare(RevCommit commit) throws IOException {
        ObjectId tree = commit.getTree();
        ObjectId before = commit.getParentCount() == 0
                ? null
                : walk.parseCommit(commit.getParent(0)).getTree();
        pair(before, tree);
        try (TreeWalk trees = new TreeWalk(reader)) {
            trees.addTree(before == null ? new EmptyTreeIterator() : new CanonicalTreeParser(null, reader, before));
            trees.addTree(new CanonicalTreeParser(null, reader, tree));
            trees.setFilter(TreeFilter.ANY_DIFF);
            while (trees.next()) {
                FileMode old = trees.getFileMode(0);
                FileMode now = trees.getFileMode(1);
                boolean both = old.getObjectType() == now.getObjectType() && !now.equals(FileMode.GITLINK);
                pair(both ? trees.getObjectId(0) : null, trees.getObjectId(1));
                if (trees.isSubtree()) {
                    trees.enterSubtree();
                }
            }
        }
    }

    private void pair(@Nullable ObjectId old, ObjectId now) {
        order.add(now);
        if (old == null || old.equals(now) || !sources.has(old) || !sources.has(now)) {
            return;
        }
        order.add(old);
        int depth = depths.getOrDefault(now, 0) + 1;
        // What serves as a base already must not get one itself: no circles, no chain longer than it seems.
        if (depth <= LONGEST_CHAIN && !bases.containsKey(old) && !serving.contains(old)) {
            bases.put(old, now);
            depths.put(old, depth);
            serving.add(now);
        }
    }

    /** The base of an object; null when it is to be stored whole. */
    @Nullable
    ObjectId base(ObjectId id) {
        return bases.get(id);
    }

    /** The order in which the objects are read best; some occur more than once, some not at all. */
    List<ObjectId> order() {
        return order;
    }
}
