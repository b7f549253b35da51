package dev.scriptorium.memory.markdown.source;

import java.util.List;

/**
 * What an archive gains: the bytes to put after its last one, and nothing before them changed. Immutable.
 *
 * @since 0.1
 */
public final class ArchiveAppend {
    private final byte[] bytes;
    private final List<SourceFrame> added;
    private final int replacedSurrogates;

    ArchiveAppend(byte[] bytes, List<SourceFrame> added, int replacedSurrogates) {
        this.bytes = bytes;
        this.added = List.copyOf(added);
        this.replacedSurrogates = replacedSurrogates;
    }

    /** The bytes to append, the whole file when there is none yet; none when every turn is archived already. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** The turns that were not archived yet, in order, as the file will hold them. */
    public List<SourceFrame> added() {
        return added;
    }

    /** How many lone surrogates became U+FFFD (D18). */
    public int replacedSurrogates() {
        return replacedSurrogates;
    }
}
