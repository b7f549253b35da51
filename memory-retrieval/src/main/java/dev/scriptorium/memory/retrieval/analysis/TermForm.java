package dev.scriptorium.memory.retrieval.analysis;

/** What a term is of the word it comes from. */
public enum TermForm {
    /** The word itself, stemmed where it is English; of a longer run of Chinese, Thai and the like, two characters. */
    PLAIN,
    /** A part of a word that is written as one, such as {@code id} of {@code getUserById}. */
    PART,
    /** The word as it stands, where the stem differs. */
    EXACT,
    /** Several words joined by connectors, such as {@code snake_case} or {@code v1.2.3}. */
    WHOLE,
    /** One character of a longer run; there for queries of one character. */
    SINGLE
}
