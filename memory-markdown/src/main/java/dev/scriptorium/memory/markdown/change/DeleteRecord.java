package dev.scriptorium.memory.markdown.change;

import dev.scriptorium.memory.api.ref.BlockId;

/**
 * The end of an id: of a merged record only the id goes, of any other the whole record.
 *
 * @param id the id
 * @since 0.1
 */
public record DeleteRecord(BlockId id) implements MemoryChange {}
