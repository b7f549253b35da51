package dev.scriptorium.memory.bench.locomo;

import java.util.List;

/**
 * A question that people asked about a conversation. Immutable.
 *
 * @param text the question
 * @param answer the answer they gave; empty where there is none
 * @param category 1 several turns, 2 time, 3 open domain, 4 one turn, 5 unanswerable
 * @param gold the turns that hold the evidence, corrected where an audit found them wrong
 */
record TestQuestion(String text, String answer, int category, List<String> gold) {
    /** The category of questions that cannot be answered. */
    static final int UNANSWERABLE = 5;

    TestQuestion {
        gold = List.copyOf(gold);
    }

    boolean isAnswerable() {
        return category != UNANSWERABLE;
    }
}
