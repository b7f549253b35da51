package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.AbstractTreeIterator;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.jspecify.annotations.Nullable;

/** The files in which two trees differ; only trees that differ are read. */
final class TreeDiff {
    private TreeDiff() {}

    /** The blob of one file on both sides; empty where there is no such file. */
    record Change(Optional<ObjectId> before, Optional<ObjectId> after) {}

    /** The differing files by path; null stands for the empty tree. */
    static SortedMap<String, Change> between(ObjectReader reader, @Nullable ObjectId before, @Nullable ObjectId after)
            throws IOException {
        if (before != null && before.equals(after)) {
            return Collections.emptySortedMap();
        }
        SortedMap<String, Change> changes = new TreeMap<>();
        try (TreeWalk walk = new TreeWalk(reader)) {
            walk.addTree(iterator(reader, before));
            walk.addTree(iterator(reader, after));
            walk.setRecursive(true);
            walk.setFilter(TreeFilter.ANY_DIFF);
            while (walk.next()) {
                changes.put(walk.getPathString(), new Change(blob(walk, 0), blob(walk, 1)));
            }
        }
        return changes;
    }

    private static AbstractTreeIterator iterator(ObjectReader reader, @Nullable ObjectId tree) throws IOException {
        return tree == null ? new EmptyTreeIterator() : new CanonicalTreeParser(null, reader, tree);
    }

    private static Optional<ObjectId> blob(TreeWalk walk, int side) {
        FileMode mode = walk.getFileMode(side);
        return mode.getObjectType() == Constants.OBJ_BLOB ? Optional.of(walk.getObjectId(side)) : Optional.empty();
    }
}
