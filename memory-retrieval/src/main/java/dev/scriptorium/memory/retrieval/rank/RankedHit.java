package dev.scriptorium.memory.retrieval.rank;

import dev.scriptorium.memory.api.recall.MemoryHit;

/** A hit with the frame and the token counts it was stored with, so that showing it counts nothing. Immutable. */
public final class RankedHit {
    private final MemoryHit hit;
    private final Paragraph paragraph;
    private final PassageTokens tokens;

    /** A hit, its paragraph in recall, and what that costs. */
    public RankedHit(MemoryHit hit, Paragraph paragraph, PassageTokens tokens) {
        this.hit = hit;
        this.paragraph = paragraph;
        this.tokens = tokens;
    }

    /** The hit. */
    public MemoryHit hit() {
        return hit;
    }

    Paragraph paragraph() {
        return paragraph;
    }

    /** Tokens of the whole paragraph and of its pieces. */
    PassageTokens tokens() {
        return tokens;
    }
}
