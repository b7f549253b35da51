package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.Optional;

/**
 * Where an archived turn stands, from its reference alone: the file and the anchor in it.
 *
 * @since 0.1
 */
public final class SourceLocations {
    private static final String ROOT = "sources/";
    private static final String V2 = "_v2";
    private static final String SUFFIX = ".md";
    private static final int MAX_NAME_BYTES = 255;
    private static final int KEPT_BYTES = 180;
    private static final int HASH_DIGITS = 16;

    private SourceLocations() {}

    /** The archive that this turn is written to; empty for {@code D<n>:<m>}, which is never written any more. */
    public static Optional<String> v2Path(SourceRef ref) {
        return ref.dialogue()
                ? Optional.empty()
                : Optional.of(ROOT + PercentCodec.component(ref.namespace()) + "/" + V2 + "/" + fileName(ref.thread()));
    }

    /** The file that older versions wrote this turn to. */
    public static String legacyPath(SourceRef ref) {
        return ref.dialogue()
                ? ROOT + ref.namespace() + SUFFIX
                : ROOT + PercentCodec.component(ref.namespace()) + "/" + PercentCodec.component(ref.thread()) + SUFFIX;
    }

    /** A text as a part of a name: letters, digits and {@code - _ . ~} stay, everything else is percent-encoded. */
    public static String encoded(String text) {
        return PercentCodec.component(text);
    }

    /** The anchor of this turn, the same in either file. */
    public static String anchor(SourceRef ref) {
        return ref.dialogue() ? "d" + ref.thread() + "-" + ref.turn() : "source-" + Sha256.hex(ref.value(), 16);
    }

    /** Whether the path is that of a strict archive rather than of an older file. */
    public static boolean isV2Path(String path) {
        String[] parts = path.split("/", -1);
        return parts.length >= 4 && parts[0].equals("sources") && parts[parts.length - 2].equals(V2);
    }

    /** Whether this turn's name is too long for a file name of its own, so that the file has a shortened one. */
    static boolean shortened(SourceRef ref) {
        return !ref.dialogue() && tooLong(PercentCodec.component(ref.thread()));
    }

    /**
     * D2. The first 180 bytes may end within an escape; the name is only ever compared literally, and the hash keeps
     * it apart from others that begin alike.
     */
    private static String fileName(String thread) {
        String encoded = PercentCodec.component(thread);
        return tooLong(encoded)
                ? encoded.substring(0, KEPT_BYTES) + "~" + Sha256.hex(thread, HASH_DIGITS) + SUFFIX
                : encoded + SUFFIX;
    }

    private static boolean tooLong(String encoded) {
        return encoded.length() + SUFFIX.length() > MAX_NAME_BYTES;
    }
}
