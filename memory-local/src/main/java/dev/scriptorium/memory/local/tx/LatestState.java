package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ref.Revision;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.local.internal.io.Interrupts;
import dev.scriptorium.memory.markdown.source.SourceIndex;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of the workspace, kept true by looking at the disk. One look at a time; safe for use by
 * several threads.
 */
final class LatestState {
    private static final int REMEMBERED = 8;
    /** Up to so many commits. */
    private static final int LOOKED_BACK = 100;

    /** Up to so many files, every look is at every file. */
    private static final int FEW_FILES = 150;

    private static final long NANOS_BETWEEN_FULL_LOOKS = TimeUnit.SECONDS.toNanos(2);

    private final DiskLook.Means means;
    private final Journal journal;
    private final CatalogueFile catalogue;
    private final ShownViews views;
    private final Notices notices;
    private final ReentrantLock looking = new ReentrantLock();
    private final Deque<Snapshot> recent = new ArrayDeque<>();
    private volatile @Nullable Snapshot snapshot;
    private volatile long lookedEverywhere = System.nanoTime();

    LatestState(DiskLook.Means means, Journal journal, CatalogueFile catalogue, ShownViews views, Notices notices) {
        this.notices = notices;
        this.means = means;
        this.journal = journal;
        this.catalogue = catalogue;
        this.views = views;
    }

    /** How much of the disk a look looks at. */
    enum Depth {
        /** What a reader must see at once: every directory that has changed, or may have. */
        DIRECTORIES,
        /** What a change must see: directories that have changed, and now and then everything. */
        NOW_AND_THEN_EVERYTHING,
        /** Every file. */
        EVERYTHING
    }

    /** Does something with what is known while nobody looks. */
    <T> T quietly(Interrupts.IoCall<T> work) throws IOException {
        looking.lock();
        try {
            return work.call();
        } finally {
            looking.unlock();
        }
    }

    /** What was seen last; empty when nothing was. */
    Optional<Snapshot> seenLast() {
        return Optional.ofNullable(snapshot);
    }

    /** What this process does not know yet but has been written down. */
    void recall() throws IOException {
        quietly(() -> {
            if (snapshot == null) {
                means.looks().recall();
                Optional<JournalEntry> newest = journal.newest();
                Optional<Snapshot> known = isOlderThanHistory(newest)
                        ? Optional.empty()
                        : catalogue
                                .read()
                                .map(read -> read.holding(means.looks().held()));
                snapshot = known.orElse(null);
                if (known.isPresent() && known.get().isOf(newest) && views.show(newest) && catalogue.isShown()) {
                    views.trust();
                }
            }
            return known();
        });
    }

    /**
     * Whether the history holds commits of entries made after the newest one that is known here: somebody has put an
     * older copy of our accounting back, and what it says of files is no longer true.
     */
    private boolean isOlderThanHistory(Optional<JournalEntry> newest) throws IOException {
        if (newest.isEmpty()
                || means.committed().operations(1).contains(newest.get().operation())) {
            return false;
        }
        Set<String> waiting = new HashSet<>();
        journal.entries().forEach(entry -> waiting.add(entry.operation()));
        if (waiting.contains(newest.get().operation())) {
            return false;
        }
        List<String> latest = means.committed().operations(LOOKED_BACK);
        int at = latest.indexOf(newest.get().operation());
        // One without files makes no commit.
        return at > 0 || (at < 0 && !latest.isEmpty() && newest.get().changesFiles());
    }

    private boolean known() {
        return snapshot != null;
    }

    /** Looks at the disk; empty when somebody installed something meanwhile, so that it may be half of each state. */
    Optional<Snapshot> lookBetweenInstalls(Depth depth) throws IOException {
        return quietly(() -> {
            Optional<JournalEntry> newest = journal.newest();
            if (!views.show(newest)) {
                // Its install may end before the look does, and half of it would have been seen.
                return Optional.empty();
            }
            Snapshot seen = read(depth, List.of(), newest);
            Optional<JournalEntry> after = journal.newest();
            if (!after.map(JournalEntry::token).equals(newest.map(JournalEntry::token)) || !views.show(after)) {
                return Optional.empty();
            }
            follow(seen);
            return Optional.of(seen);
        });
    }

    /** Looks at the disk; for the holder of the lock, beside whom nobody installs. */
    Snapshot look(Depth depth, Collection<String> touched) throws IOException {
        return quietly(() -> {
            Snapshot seen = read(depth, touched, journal.newest());
            follow(seen);
            return seen;
        });
    }

    /** Whether it is written down when edits of other people were seen first. */
    boolean hasNotedFirstLooks(Snapshot state) throws IOException {
        return quietly(() -> means.looks().isNoted(state));
    }

    /** The hashes of contents that the memory holds, and that need not stand where topics stand. */
    Set<String> heldHashes() throws IOException {
        return quietly(() -> {
            Set<String> hashes = new HashSet<>();
            Snapshot state = snapshot;
            if (state != null) {
                state.outside().values().stream()
                        .map(OutsideEdit::adopted)
                        .filter(Objects::nonNull)
                        .forEach(known -> hashes.add(known.hash().hex()));
                if (means.committed() == CommittedFiles.NONE) {
                    state.files()
                            .forEach((path, known) -> hashes.add(known.hash().hex()));
                }
            }
            return hashes;
        });
    }

    /** Writes down when edits of other people were seen first. The caller holds the install lock. */
    void noteFirstLooks() throws IOException {
        quietly(() -> {
            if (snapshot != null) {
                means.looks().note(snapshot);
            }
            return known();
        });
    }

    private Snapshot read(Depth depth, Collection<String> touched, Optional<JournalEntry> newest) throws IOException {
        OwnChanges own = ownChanges(newest);
        Snapshot before = snapshot;
        DiskLook look = new DiskLook(means, before, own);
        boolean everywhere = before == null
                || before.files().size() <= FEW_FILES
                || depth == Depth.EVERYTHING
                || (depth == Depth.NOW_AND_THEN_EVERYTHING && isLookDue());
        if (everywhere) {
            look.everywhere();
        } else {
            look.directories(depth == Depth.DIRECTORIES).files(touched).files(own.paths());
        }
        Snapshot seen = look.finish(
                newest.map(JournalEntry::number).orElse(0L),
                newest.map(JournalEntry::token).orElse(""));
        if (everywhere) {
            lookedEverywhere = System.nanoTime();
        }
        return seen;
    }

    /** What others have installed since the state that is known: followed where it is written down, else left to say. */
    private OwnChanges ownChanges(Optional<JournalEntry> newest) throws IOException {
        Snapshot before = snapshot;
        if (before != null && before.isOf(newest)) {
            return OwnChanges.of(List.of(), false);
        }
        if (before != null) {
            Optional<Snapshot> followed = catalogue.follow(before);
            if (followed.isPresent()) {
                before = followed.get();
                follow(before);
                if (before.isOf(newest)) {
                    return OwnChanges.of(List.of(), false);
                }
            }
        }
        long known = before == null ? 0 : before.generation();
        List<JournalEntry> waiting = journal.entries().stream()
                .filter(entry -> entry.number() > known)
                .toList();
        long all = newest.map(JournalEntry::number).orElse(0L) - known;
        return OwnChanges.of(waiting, before == null || all != waiting.size());
    }

    /** Whether a change had better look at everything. */
    boolean isLookDue() {
        return System.nanoTime() - lookedEverywhere > NANOS_BETWEEN_FULL_LOOKS;
    }

    /** What an entry made of a state; files that somebody else wrote meanwhile are read. */
    Snapshot installed(
            Snapshot before,
            JournalEntry entry,
            SourceIndex sources,
            Map<TopicPath, Optional<String>> texts,
            List<String> foreign)
            throws IOException {
        return quietly(() -> {
            Snapshot after = new DiskLook(means, before, OwnChanges.of(List.of(entry), false))
                    .installed(entry, sources, texts, foreign)
                    .finish(entry.number(), entry.token());
            follow(after);
            return after;
        });
    }

    /** From now on this is the state. */
    private void follow(Snapshot seen) {
        Snapshot before = snapshot;
        if (before != null && before.files() != seen.files()) {
            views.follow(before, seen);
        }
        if (before != null && before.outside() != seen.outside()) {
            notices.compare(before, seen);
        }
        if (before == null || before.topics() != seen.topics()) {
            recent.addLast(seen);
            if (recent.size() > REMEMBERED) {
                recent.removeFirst();
            }
        }
        snapshot = seen;
    }

    /** A state that this process has seen lately, by its topics; empty when it has not. */
    Optional<Snapshot> remembered(Revision revision) throws IOException {
        return quietly(() -> recent.stream()
                .filter(state -> state.revision().sameTopics(revision))
                .findFirst());
    }
}
