package dev.scriptorium.memory.api.recall;

/**
 * Where to look.
 *
 * @since 0.1
 */
public enum Corpus {
    /** Topics and archived turns, in one ranking. */
    ALL,
    /** Topics only. */
    TOPICS,
    /** Archived turns only. */
    SOURCES
}
