package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;

/** Looks at how a repository stands, and changes nothing. */
final class Standing {
    /** On Linux, whose files belong to us. Elsewhere nothing tells without starting a process. */
    private static final Path SELF = Path.of("/proc/self");

    private final GitLayout layout;
    private final Commits commits;
    private final IndexSync index;

    Standing(GitLayout layout, Commits commits, IndexSync index) {
        this.layout = layout;
        this.commits = commits;
        this.index = index;
    }

    HistoryState now() {
        List<HistoryNote> notes = new ArrayList<>();
        String branch = Refs.BRANCHES + "main";
        Optional<ObjectId> at = Optional.empty();
        HistoryState.Standing standing = HistoryState.Standing.UNUSABLE;
        try {
            surroundings(notes);
            Optional<HistoryNote> refusal = new RepositoryFormat(layout).refusal();
            if (refusal.isPresent()) {
                notes.add(refusal.get());
            } else {
                branch = new Skeleton(layout).branch();
                Refs refs = new Refs(layout);
                Refs.Head head = refs.head();
                at = refs.resolve(branch);
                notes.addAll(Trouble.standing(head, branch));
                standing = head.detached().isPresent()
                        ? HistoryState.Standing.DETACHED
                        : head.branch().equals(Optional.of(branch))
                                ? HistoryState.Standing.OURS
                                : HistoryState.Standing.FOREIGN_BRANCH;
                index(at, standing, notes);
                new HeadMoves(layout, refs, commits).since(branch, head).ifPresent(move -> notes.add(moved(move)));
            }
        } catch (IOException | RuntimeException e) {
            notes.add(Trouble.note(e));
            standing = HistoryState.Standing.UNUSABLE;
        }
        return new HistoryState(standing, branch, at.map(ObjectId::name), notes);
    }

    private static HistoryNote moved(HeadMove move) {
        return new HistoryNote(
                HistoryIssue.MOVED,
                move.to().orElse("HEAD"),
                "somebody moved the branch since our last commit, from "
                        + move.from().orElse("nothing") + " ("
                        + move.kind().name().toLowerCase(Locale.ROOT) + "); "
                        + move.changedPaths().size() + " files differ; our next commit comes on top");
    }

    private void index(Optional<ObjectId> at, HistoryState.Standing standing, List<HistoryNote> notes)
            throws IOException {
        if (at.isPresent() && !commits.exists(at.get())) {
            throw new DamagedException("commit " + at.get().name() + " is missing");
        }
        if (standing == HistoryState.Standing.OURS && at.isPresent() && index.isBehind(at.get())) {
            notes.add(new HistoryNote(
                    HistoryIssue.INDEX_DEFERRED, layout.relative(layout.index()), "entries of our files are owed"));
        }
    }

    private void surroundings(List<HistoryNote> notes) throws IOException {
        if (Files.exists(layout.git(), LinkOption.NOFOLLOW_LINKS)
                && Files.exists(SELF)
                && Files.getFileAttributeView(layout.git(), PosixFileAttributeView.class) != null) {
            Object owner = Files.getAttribute(layout.git(), "unix:uid", LinkOption.NOFOLLOW_LINKS);
            if (!owner.equals(Files.getAttribute(SELF, "unix:uid"))) {
                notes.add(new HistoryNote(
                        HistoryIssue.FOREIGN_OWNER,
                        ".git",
                        "belongs to user " + owner + "; git asks for safe.directory there"));
            }
        }
        for (Path above = layout.root().getParent(); above != null; above = above.getParent()) {
            if (Files.exists(above.resolve(".git"))) {
                notes.add(new HistoryNote(
                        HistoryIssue.ENCLOSING_REPOSITORY,
                        above.toString(),
                        "the workspace lies inside the work tree of another repository"));
                break;
            }
        }
    }
}
