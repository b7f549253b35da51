package dev.scriptorium.memory.retrieval.rank;

import java.util.List;

/**
 * Why a question does, or does not, find a block.
 *
 * @param found whether it is among the hits
 * @param lines the reasons in sentences, for people
 */
public record Explanation(boolean found, List<String> lines) {

    /** Copies the list. */
    public Explanation {
        lines = List.copyOf(lines);
    }
}
