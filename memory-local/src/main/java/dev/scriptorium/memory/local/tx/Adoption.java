package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.StoredTopic;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The edits of other people that become part of the memory now. Immutable. */
final class Adoption {
    private static final int NAMED_AT_MOST = 5;

    private final Snapshot now;
    private final SortedMap<TopicPath, OutsideEdit> topics = new TreeMap<>();
    private final SortedMap<String, OutsideArchive> archives = new TreeMap<>();

    private Adoption(Snapshot now) {
        this.now = now;
    }

    /** How sure a person must be. */
    enum Consent {
        /** What has been left alone for a while, and what a transaction needs. */
        SILENT,
        /** Everything that keeps the rules, mass deletions and changed archives included: somebody said so. */
        GIVEN
    }

    /**
     * What is due.
     *
     * @param touched the files that a transaction needs
     * @param quietSince since when a file must have been left alone
     * @throws MemoryException {@code CONCURRENT_UPDATE} when a file that is needed has just lost blocks: nobody can tell
     *     yet whether somebody meant it, or is in the middle of saving
     */
    static Adoption due(Snapshot now, Collection<String> touched, Instant quietSince, Consent consent) {
        Adoption due = new Adoption(now);
        boolean given = consent == Consent.GIVEN;
        now.outside().forEach((path, edit) -> {
            boolean nothingToTake = edit.adopted() == null && !now.topics().contains(path);
            if (nothingToTake || (!edit.broken().isEmpty() && !edit.isInConflict())) {
                return;
            }
            boolean needed = touched.contains(path.value());
            if (!given && now.held().isPresent()) {
                return;
            }
            if (given || edit.isQuietSince(quietSince) || (needed && !edit.vanishing())) {
                due.topics.put(path, edit);
            } else if (needed) {
                throw new MemoryException(
                        ErrorCode.CONCURRENT_UPDATE,
                        "somebody is editing " + path + ", and blocks of it are gone; try again when it has been left"
                                + " alone for a while");
            }
        });
        now.outsideArchives().forEach((path, archive) -> {
            boolean may = given || !archive.modified();
            boolean ready = given || touched.contains(path) || !archive.since().isAfter(quietSince);
            if (may && ready && now.sources().complete(path)) {
                due.archives.put(path, archive);
            }
        });
        return due;
    }

    boolean isEmpty() {
        return topics.isEmpty() && archives.isEmpty();
    }

    /** The files and what they are to say; those in conflict are put back. */
    Map<TopicPath, Optional<String>> edits() {
        Map<TopicPath, Optional<String>> edits = new TreeMap<>();
        topics.forEach((path, edit) -> {
            if (!edit.isInConflict()) {
                edits.put(path, Optional.ofNullable(edit.text()));
            }
        });
        return edits;
    }

    /** The edits that cannot be brought together with what a transaction wrote at the same time. */
    SortedMap<TopicPath, OutsideEdit> conflicts() {
        SortedMap<TopicPath, OutsideEdit> conflicts = new TreeMap<>(topics);
        conflicts.values().removeIf(edit -> !edit.isInConflict());
        return conflicts;
    }

    SortedMap<TopicPath, OutsideEdit> topics() {
        return topics;
    }

    SortedMap<String, OutsideArchive> archives() {
        return archives;
    }

    /** What the memory holds, as far as these files are concerned. */
    TopicTree committed() {
        Map<TopicPath, Optional<StoredTopic>> held = new HashMap<>();
        topics.forEach((path, edit) -> held.put(path, Optional.ofNullable(edit.stored())));
        return now.topics().withStored(held);
    }

    /** The message of the commit. */
    String message() {
        List<String> paths = paths();
        String named = paths.stream().limit(NAMED_AT_MOST).collect(Collectors.joining(", "));
        String more = paths.size() > NAMED_AT_MOST ? ", and " + (paths.size() - NAMED_AT_MOST) + " more" : "";
        return "memory: outside edit of " + named + more;
    }

    /** Workspace paths of the files. */
    List<String> paths() {
        List<String> paths = new ArrayList<>();
        topics.keySet().forEach(path -> paths.add(path.value()));
        paths.addAll(archives.keySet());
        return List.copyOf(paths);
    }
}
