package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;

/**
 * Finds what a person's commit took back without meaning to: while the index stands for an older commit than our branch,
 * because a process died in between or because the index is large, {@code git commit} makes its tree from those older
 * entries and so undoes our later commits in the history, though not on the disk.
 */
final class TakenBack {
    private static final int LOOKED_BACK = 1000;

    private final GitLayout layout;
    private final ObjectStore store;
    private final Commits commits;

    TakenBack(GitLayout layout, ObjectStore store, Commits commits) {
        this.layout = layout;
        this.store = store;
        this.commits = commits;
    }

    /**
     * The files to put back, each with the content that our commit gave it. A file is among them only where a person's
     * commit set it to what the index held, and the disk still holds what we committed: who took a change back on purpose
     * has the older text on the disk as well.
     *
     * @param base the commit for which the entries of the index stand
     * @param now the commit the branch is at
     */
    SortedMap<String, Optional<BlobContent>> since(ObjectId base, ObjectId now) throws IOException {
        if (base.equals(now) || !commits.isBefore(base, now)) {
            return Collections.emptySortedMap();
        }
        SortedMap<String, Optional<ObjectId>> ours = new TreeMap<>();
        List<RevCommit> oldestFirst = new ArrayList<>(commits.between(base, now, LOOKED_BACK));
        Collections.reverse(oldestFirst);
        for (RevCommit commit : oldestFirst) {
            if (commit.getParentCount() > 0 && !HeadMoves.isOurs(commit)) {
                ObjectId before = commit.getParent(0).copy();
                SortedMap<String, TreeDiff.Change> done = commits.changes(base, before);
                commits.changes(before, commit).forEach((path, change) -> {
                    TreeDiff.Change earlier = done.get(path);
                    if (earlier != null
                            && earlier.before().equals(change.after())
                            && earlier.after().equals(change.before())) {
                        ours.put(path, change.before());
                    }
                });
            }
        }
        ours.keySet().removeAll(commits.changes(base, now).keySet());
        SortedMap<String, Optional<BlobContent>> back = new TreeMap<>();
        for (var file : ours.entrySet()) {
            if (onDisk(file.getKey()).equals(file.getValue())) {
                back.put(file.getKey(), file.getValue().map(blob -> () -> store.read(blob, Constants.OBJ_BLOB)));
            }
        }
        return back;
    }

    private Optional<ObjectId> onDisk(String path) throws IOException {
        Path file = layout.root().resolve(path);
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(GitHash.of(Constants.OBJ_BLOB, Files.readAllBytes(file)))
                : Optional.empty();
    }
}
