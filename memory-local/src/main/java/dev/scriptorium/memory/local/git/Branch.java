package dev.scriptorium.memory.local.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Moves our branch from one commit to the next, durably, under the lock that {@code git} respects. */
final class Branch {
    private static final DateTimeFormatter ZONE = DateTimeFormatter.ofPattern("xx");

    private final GitLayout layout;
    private final Refs refs;
    private final LockNotes notes;

    Branch(GitLayout layout, Refs refs, LockNotes notes) {
        this.layout = layout;
        this.refs = refs;
        this.notes = notes;
    }

    /** What became of an attempt to move the branch. */
    enum Update {
        MOVED,
        /** Somebody else holds the lock. */
        LOCKED,
        /** It is no longer where it was expected, or the commit is gone again; nothing was done. */
        CHANGED
    }

    Path lock(String branch) {
        return GitLock.of(layout.ref(branch));
    }

    /**
     * Moves the branch.
     *
     * @param from where it is; null when there is none
     * @param to where it goes
     * @param pack the pack that holds the commit; a {@code git gc --prune=now} may have removed it in between
     */
    Update move(String branch, @Nullable ObjectId from, ObjectId to, Path pack) throws IOException {
        Path file = layout.ref(branch);
        layout.files().directories(GitFiles.parent(file));
        Optional<GitLock> lock = GitLock.acquire(layout, notes, file);
        if (lock.isEmpty()) {
            return Update.LOCKED;
        }
        try (GitLock held = lock.get()) {
            if (!refs.resolve(branch).equals(Optional.ofNullable(from)) || !Files.exists(pack)) {
                return Update.CHANGED;
            }
            held.replace((to.name() + '\n').getBytes(StandardCharsets.US_ASCII), true);
            layout.files().forceDirectory(GitFiles.parent(file));
            return Update.MOVED;
        }
    }

    /** Adds a line to the log that {@code git reflog} shows. */
    void log(String name, @Nullable ObjectId from, ObjectId to, OffsetDateTime at, String what) throws IOException {
        String line = (from == null ? ObjectId.zeroId() : from).name()
                + ' '
                + to.name()
                + ' '
                + Identity.LINE
                + ' '
                + at.toEpochSecond()
                + ' '
                + ZONE.format(at)
                + '\t'
                + what
                + '\n';
        layout.files().append(layout.reflog(name), line.getBytes(StandardCharsets.UTF_8));
    }
}
