package dev.scriptorium.memory.retrieval.content;

import dev.scriptorium.memory.api.ref.SourceRef;

/**
 * A source that a block cites.
 *
 * @param ref the turn
 * @param label the display text of the link
 */
public record IndexedCitation(SourceRef ref, String label) {}
