package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ErrorCode;
import dev.scriptorium.memory.api.MemoryException;
import dev.scriptorium.memory.api.ref.SafeText;
import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What a batch must pass before the first of its turns is archived: every turn can be read back as it was, and no two
 * names would share a file where case or normalisation is ignored.
 *
 * @since 0.1
 */
public final class SourceSafety {
    private static final int MAX_COMPONENT_BYTES = 255;

    private SourceSafety() {}

    /**
     * Checks a whole batch against the archives that exist.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when a turn could not be read back; {@code SOURCE_COLLISION},
     *     naming both, when two names are one to some file system
     */
    public static void preflight(Collection<SourceFrame> batch, SourceIndex existing) {
        preflight(batch, existing.spellings(), existing::contains);
    }

    /** The same against the paths of archives; ids whose file names are shortened meet only within the batch. */
    public static void preflight(Collection<SourceFrame> batch, Collection<String> existingPaths) {
        PathSpellings spellings = PathSpellings.EMPTY;
        for (String path : existingPaths) {
            spellings = spellings.with(path);
        }
        preflight(batch, spellings, Set.copyOf(existingPaths)::contains);
    }

    private static void preflight(Collection<SourceFrame> batch, PathSpellings existing, Predicate<String> exists) {
        PathSpellings spellings = existing;
        SourceRef last = null;
        for (SourceFrame frame : batch) {
            requireSafe(frame);
            SourceRef ref = frame.ref();
            boolean sameFile = last != null
                    && last.namespace().equals(ref.namespace())
                    && last.thread().equals(ref.thread());
            last = ref;
            // Archives that exist side by side prove that their file system keeps them apart.
            if (sameFile || exists.test(v2Path(ref))) {
                continue;
            }
            Optional<String> other = spellings.clash(ref);
            if (other.isPresent()) {
                throw new MemoryException(
                        ErrorCode.SOURCE_COLLISION,
                        "\"" + ref.namespace() + "/" + ref.thread() + "\" (" + v2Path(ref) + ") and \"" + other.get()
                                + "\" are one name where case or normalisation is ignored");
            }
            spellings = spellings.with(ref);
        }
    }

    /**
     * Checks that a turn, once archived, is read back as it is.
     *
     * @throws MemoryException {@code INVALID_ARGUMENT} when it is not
     */
    public static void requireSafe(SourceFrame frame) {
        String path = v2Path(frame.ref());
        if (!frame.anchor().equals(SourceLocations.anchor(frame.ref()))) {
            throw refused(frame, "anchor does not follow from the name: \"" + frame.anchor() + "\"");
        }
        String directory = path.substring("sources/".length(), path.indexOf('/', "sources/".length()));
        if (directory.length() > MAX_COMPONENT_BYTES) {
            throw refused(frame, "namespace is too long for a directory name (" + directory.length() + " bytes)");
        }
        if (!frame.stamp().codePoints().allMatch(c -> SafeText.isPrintable(c) && c != '[' && c != ']')) {
            throw refused(frame, "time stamp is not printable text without brackets");
        }
        if (!isLabel(frame.label())) {
            throw refused(frame, "label is empty, not printable or ambiguous");
        }
    }

    private static boolean isLabel(String label) {
        return !label.isEmpty()
                && label.charAt(0) != ' '
                && !label.contains(": ")
                && label.codePoints().allMatch(SafeText::isPrintable);
    }

    /** The archive of a turn; refuses a reference that is only ever read. */
    static String v2Path(SourceRef ref) {
        return SourceLocations.v2Path(ref)
                .orElseThrow(() ->
                        new MemoryException(ErrorCode.INVALID_ARGUMENT, "no archive is written for \"" + ref + "\""));
    }

    private static MemoryException refused(SourceFrame frame, String why) {
        return new MemoryException(ErrorCode.INVALID_ARGUMENT, "cannot archive \"" + frame.ref() + "\": its " + why);
    }
}
