package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import dev.scriptorium.memory.markdown.topic.RelativePaths;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * How the archives and their directories are spelled, found by what remains of a name without case and normalisation.
 * Names are compared decoded, so that ids differing only in normalisation meet although their encodings differ.
 * Immutable.
 */
final class PathSpellings {
    static final PathSpellings EMPTY = new PathSpellings(LayeredMap.of(Map.of()));

    private final LayeredMap<String> byKey;

    private PathSpellings(LayeredMap<String> byKey) {
        this.byKey = byKey;
    }

    /** With an archive and the directories above it; what is known already keeps its spelling. */
    PathSpellings with(String path) {
        LayeredMap<String> next = byKey;
        List<String> keys = keys(path);
        int end = 0;
        for (String key : keys) {
            end = nextSlash(path, end);
            if (next.get(key) == null) {
                next = next.with(key, path.substring(0, end));
            }
            end++;
        }
        return next == byKey ? this : new PathSpellings(next);
    }

    /** With the archive of a turn. */
    PathSpellings with(SourceRef ref) {
        PathSpellings next = with(SourceLocations.v2Path(ref).orElse(SourceLocations.legacyPath(ref)));
        if (!SourceLocations.shortened(ref)) {
            return next;
        }
        String key = threadKey(ref);
        return next.byKey.get(key) == null ? new PathSpellings(next.byKey.with(key, thread(ref))) : next;
    }

    /** The other name that the archive of a turn would meet in some file system; empty when it meets none. */
    Optional<String> clash(SourceRef ref) {
        String path = SourceLocations.v2Path(ref).orElse(SourceLocations.legacyPath(ref));
        List<String> keys = keys(path);
        int end = 0;
        for (String key : keys) {
            end = nextSlash(path, end);
            String spelled = byKey.get(key);
            if (spelled != null && !spelled.equals(path.substring(0, end))) {
                return Optional.of(spelled);
            }
            end++;
        }
        // A shortened file name tells nothing about the id but its hash; the ids themselves are compared.
        String other = SourceLocations.shortened(ref) ? byKey.get(threadKey(ref)) : null;
        return other == null || other.equals(thread(ref)) ? Optional.empty() : Optional.of(other);
    }

    private static int nextSlash(String path, int from) {
        int slash = path.indexOf('/', from);
        return slash < 0 ? path.length() : slash;
    }

    private static List<String> keys(String path) {
        List<String> keys = new ArrayList<>();
        StringBuilder key = new StringBuilder();
        for (String part : path.split("/", -1)) {
            key.append('/').append(folded(RelativePaths.decode(part).orElse(part)));
            keys.add(key.toString());
        }
        return keys;
    }

    private static String threadKey(SourceRef ref) {
        return "thread/" + folded(thread(ref));
    }

    private static String thread(SourceRef ref) {
        return ref.namespace() + "/" + ref.thread();
    }

    private static String folded(String text) {
        String nfc = Normalizer.normalize(text, Normalizer.Form.NFC);
        return Normalizer.normalize(nfc.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT), Normalizer.Form.NFC);
    }
}
