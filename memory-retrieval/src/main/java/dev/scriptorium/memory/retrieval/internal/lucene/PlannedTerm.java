package dev.scriptorium.memory.retrieval.internal.lucene;

import org.apache.lucene.index.TermStates;

/**
 * A term to look for.
 *
 * @param text the term
 * @param whole whether it is an identifier of several words; such a term is only looked for in own words
 * @param weight how rare it is
 * @param own where own words have it
 */
record PlannedTerm(String text, boolean whole, double weight, TermStates own) {}
