package dev.scriptorium.memory.markdown.source;

import dev.scriptorium.memory.api.ref.SourceRef;
import java.util.Optional;

/**
 * What the archives hold, as far as topics need to know it. Implementations are immutable or answer consistently for
 * the life of one edit.
 *
 * @since 0.1
 */
public interface SourceCatalog {

    /** The archived turn of this name; the v2 frame when a legacy archive holds it too. */
    Optional<ArchivedSource> find(SourceRef ref);

    /**
     * The turn at an anchor of an archive.
     *
     * @param path workspace path, such as {@code sources/local/_v2/s1.md}, compared literally
     * @param anchor the anchor without {@code #}
     */
    Optional<SourceRef> at(String path, String anchor);
}
