package dev.scriptorium.memory.retrieval.analysis;

/** How a word is capitalised where it stands. */
public enum TermShape {
    /** No capital at its beginning, or a script without capitals. */
    LOWER,
    /** A capital that the beginning of a sentence explains. */
    OPENING,
    /** A capital in the middle of a sentence. */
    CAPITALISED,
    /** Two capitals or more and nothing else. */
    UPPER
}
