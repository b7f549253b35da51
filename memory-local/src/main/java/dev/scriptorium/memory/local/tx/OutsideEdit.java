package dev.scriptorium.memory.local.tx;

import dev.scriptorium.memory.api.Violation;
import dev.scriptorium.memory.markdown.normalize.StoredTopic;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A topic that somebody changed in their own editor, and that is no part of the memory yet. Immutable.
 *
 * @param adopted what the memory holds of the file; null when it holds none
 * @param stored the topic of that content; null when there is none, or it is nowhere to be read any more
 * @param seen what stands on the disk; null when the file is gone
 * @param text what it says; null when it is gone or no text
 * @param since when this was seen first
 * @param madeFrom what it was made from when that is not what the memory holds: somebody saved it while a transaction
 *     replaced the file; null otherwise
 * @param broken the rules it breaks, for which the last good version serves; empty when it may be adopted
 * @param vanishing whether blocks exist no longer by it
 */
record OutsideEdit(
        FileTree.@Nullable Known adopted,
        @Nullable StoredTopic stored,
        FileTree.@Nullable Known seen,
        @Nullable String text,
        Instant since,
        @Nullable Hash madeFrom,
        List<Violation> broken,
        boolean vanishing) {

    OutsideEdit {
        broken = List.copyOf(broken);
    }

    /** The same with a verdict. */
    OutsideEdit judged(List<Violation> violations, boolean blocksVanish) {
        return new OutsideEdit(adopted, stored, seen, text, since, madeFrom, violations, blocksVanish);
    }

    /** The same, saying something else: what comes of it together with what was written meanwhile. */
    OutsideEdit saying(String other) {
        return new OutsideEdit(adopted, stored, seen, other, since, madeFrom, broken, vanishing);
    }

    /** The same content, looking another way. */
    OutsideEdit seenAs(FileTree.Known again) {
        return new OutsideEdit(adopted, stored, again, text, since, madeFrom, broken, vanishing);
    }

    /** Whether it and what a transaction wrote at the same time cannot be brought together. */
    boolean isInConflict() {
        return madeFrom != null && !broken.isEmpty();
    }

    /** Whether it is no text that could be judged. */
    boolean isUnreadable() {
        return text == null && seen != null;
    }

    /** Whether there is a file that says nothing: an editor that saves in place empties it first. */
    boolean isEmptied() {
        return text != null && text.isBlank();
    }

    /** Whether nobody has touched the file since a moment, as far as can be told; a deletion counts from its first look. */
    boolean isQuietSince(Instant moment) {
        Instant last = since;
        if (!vanishing && seen != null) {
            Instant modified = Instant.ofEpochSecond(0, seen.stamp().modified());
            last = modified.isBefore(last) ? modified : last;
        }
        return !last.isAfter(moment);
    }
}
