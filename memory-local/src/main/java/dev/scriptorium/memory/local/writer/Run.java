package dev.scriptorium.memory.local.writer;

import java.util.List;
import java.util.Optional;

/**
 * What becomes one block: sentences of one turn that stand side by side, and the question they answer when they need it.
 *
 * @param question the question, of the turn before; empty when none is needed
 * @param sentences in order, at least one
 */
record Run(Optional<Sentence> question, List<Sentence> sentences) {

    /** Copies the list. */
    Run {
        sentences = List.copyOf(sentences);
        if (sentences.isEmpty()) {
            throw new IllegalArgumentException("a run has a sentence");
        }
    }

    /** The place of its turn in the batch. */
    int turn() {
        return sentences.get(0).turn();
    }
}
