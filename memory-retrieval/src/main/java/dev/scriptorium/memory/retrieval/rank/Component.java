package dev.scriptorium.memory.retrieval.rank;

/** A part of the ranking that a search can go without, so that what it gives can be measured. */
public enum Component {
    /** That function words of a question do not count. */
    FUNCTION_WORDS,
    /** That a word as it stands adds to its stem. */
    EXACT_WORDS,
    /** That turns of a speaker whom the question names are preferred. */
    NAMED_SPEAKER,
    /** That blocks and the turns they cite lend each other their scores. */
    CITATIONS
}
