package dev.scriptorium.memory.retrieval.analysis;

/** Takes the terms of a text, word by word. */
public interface TermSink {

    /** A word begins; the terms up to the next word are its own. */
    default void word(TermShape shape) {}

    /** A term. */
    void term(String text, TermForm form);
}
