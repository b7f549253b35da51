package dev.scriptorium.memory.retrieval.content;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file as the index is to hold it: all of it, or what was appended to it. Immutable.
 *
 * <p>The content hash is opaque; the index only gives it back, so that a file that has not changed need not be read.
 */
public final class IndexedFile {
    private final String path;
    private final String contentHash;
    private final List<IndexedBlock> blocks;
    private final List<IndexedTurn> turns;
    private final @Nullable String appendedTo;

    private IndexedFile(
            String path,
            String contentHash,
            List<IndexedBlock> blocks,
            List<IndexedTurn> turns,
            @Nullable String appendedTo) {
        this.path = path;
        this.contentHash = contentHash;
        this.blocks = List.copyOf(blocks);
        this.turns = List.copyOf(turns);
        this.appendedTo = appendedTo;
    }

    /** A topic with all its blocks in order. */
    public static IndexedFile topic(String path, String contentHash, List<IndexedBlock> blocks) {
        return new IndexedFile(path, contentHash, blocks, List.of(), null);
    }

    /** An archive with all its turns in order. */
    public static IndexedFile archive(String path, String contentHash, List<IndexedTurn> turns) {
        return new IndexedFile(path, contentHash, List.of(), turns, null);
    }

    /**
     * An archive that has grown: only the new turns, in order.
     *
     * @param previousHash the content hash the index knows the file by
     */
    public static IndexedFile appended(String path, String previousHash, String contentHash, List<IndexedTurn> turns) {
        return new IndexedFile(path, contentHash, List.of(), turns, previousHash);
    }

    /** The workspace path. */
    public String path() {
        return path;
    }

    /** What the file's bytes are known by. */
    public String contentHash() {
        return contentHash;
    }

    /** The blocks; empty for an archive. */
    public List<IndexedBlock> blocks() {
        return blocks;
    }

    /** The turns; empty for a topic. */
    public List<IndexedTurn> turns() {
        return turns;
    }

    /** The hash of the file that the turns were appended to; empty when this is the whole file. */
    public Optional<String> appendedTo() {
        return Optional.ofNullable(appendedTo);
    }
}
