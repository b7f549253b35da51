package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.BlockId;
import dev.scriptorium.memory.api.ref.TopicPath;
import dev.scriptorium.memory.markdown.normalize.StoredTopic;
import dev.scriptorium.memory.markdown.normalize.TopicTree;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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
            boolean halfSaved = edit.vanishing() || edit.isEmptied();
            if (given || edit.isQuietSince(quietSince) || (needed && !halfSaved)) {
                due.topics.put(path, edit);
            } else if (needed) {
                throw beingEdited(path);
            }
        });
        if (!given) {
            due.keepTogether(touched);
        }
        now.outsideArchives().forEach((path, archive) -> {
            boolean may = given || !archive.modified();
            boolean ready = given || touched.contains(path) || !archive.since().isAfter(quietSince);
            if (may && ready && now.sources().complete(path)) {
                due.archives.put(path, archive);
            }
        });
        return due;
    }

    /** A block that moved from one file to another is adopted in both or in neither. */
    private void keepTogether(Collection<String> touched) {
        Set<String> needed = new HashSet<>(touched);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (TopicPath one : now.outside().keySet()) {
                for (TopicPath two : movedTo(one)) {
                    if (topics.containsKey(one) != topics.containsKey(two)) {
                        TopicPath ready = topics.containsKey(one) ? one : two;
                        TopicPath other = ready.equals(one) ? two : one;
                        OutsideEdit late = now.outside().get(other);
                        if (late == null || !needed.contains(ready.value())) {
                            topics.remove(ready);
                        } else if (late.vanishing()) {
                            throw beingEdited(other);
                        } else {
                            topics.put(other, late);
                            needed.add(other.value());
                        }
                        changed = true;
                    }
                }
            }
        }
    }

    private static MemoryException beingEdited(TopicPath path) {
        return new MemoryException(
                ErrorCode.CONCURRENT_UPDATE,
                "somebody is editing " + path
                        + ", and blocks of it are gone; try again when it has been left alone for a" + " while");
    }

    /** The other edited files in which blocks of an edited file stand now. */
    private Set<TopicPath> movedTo(TopicPath path) {
        Set<TopicPath> others = new TreeSet<>();
        OutsideEdit edit = now.outside().get(path);
        if (edit != null && edit.stored() != null && edit.broken().isEmpty()) {
            for (String id : edit.stored().summary().blockIds()) {
                now.topics()
                        .topicOf(id)
                        .filter(at -> !at.equals(path) && isWhole(now.outside().get(at)))
                        .ifPresent(others::add);
            }
        }
        return others;
    }

    private static boolean isWhole(@Nullable OutsideEdit edit) {
        return edit != null && edit.broken().isEmpty();
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

    /** What the memory holds, as far as these files are concerned and anybody can still read it. */
    TopicTree committed(TopicTexts texts) {
        Map<TopicPath, Optional<StoredTopic>> held = new HashMap<>();
        topics.forEach((path, edit) -> held.put(
                path,
                Optional.ofNullable(edit.stored())
                        .filter(stored -> edit.isInConflict()
                                || (edit.adopted() != null
                                        && texts.find(path, edit.adopted().hash())
                                                .isPresent()))));
        return now.topics().withStored(held);
    }

    /** The blocks that these files had, and that stand nowhere in a state. */
    SortedSet<BlockId> removed(TopicTree after) {
        SortedSet<BlockId> removed = new TreeSet<>();
        topics.values().stream()
                .map(OutsideEdit::stored)
                .filter(Objects::nonNull)
                .flatMap(stored -> stored.summary().blockIds().stream())
                .filter(id -> after.topicOf(id).isEmpty())
                .forEach(id -> removed.add(new BlockId(id)));
        return removed;
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
