package dev.scriptorium.memory.markdown.change;

/**
 * One structured change of memory. A request holds several; they take effect together or not at all.
 *
 * @since 0.1
 */
public sealed interface MemoryChange permits CreateRecord, UpdateRecord, DeleteRecord, MoveRecords {}
