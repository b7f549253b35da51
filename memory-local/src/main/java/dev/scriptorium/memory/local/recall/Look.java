package dev.scriptorium.memory.local.recall;

/** What the index looks for. */
public enum Look {
    /** Nothing by itself: it waits for a search on request, or a writer, and then looks for words. */
    NOTHING,
    /** Words. */
    WORDS,
    /** Words, and meaning where the model can be used. */
    BOTH,
    /** Meaning: nothing is found without the model. */
    MEANING;

    /** Whether there is to be a model. */
    boolean asksAModel() {
        return this == BOTH || this == MEANING;
    }
}
