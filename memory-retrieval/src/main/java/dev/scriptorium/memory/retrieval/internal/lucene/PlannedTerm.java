package dev.scriptorium.memory.retrieval.internal.lucene;

import org.apache.lucene.index.TermStates;

/**
 * A term to look for.
 *
 * @param text the term
 * @param weight how rare it is
 * @param states where it is
 */
record PlannedTerm(String text, double weight, TermStates states) {}
