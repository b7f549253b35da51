package dev.scriptorium.memory.retrieval.embedding;

import java.time.Duration;
import java.util.List;

/**
 * Turns texts into vectors whose closeness stands for closeness of meaning. Implemented by adapters and hosts;
 * thread-safe. It is asked for the vectors of what is stored, in batches and away from any answer, and for the vector of a
 * question; never while a lock of the memory is held that an answer or a change would wait for.
 *
 * <p>Whatever it does, nothing of the memory is lost: what has no vector is found by its words. A model that throws, that
 * is slow, or whose vectors have another length than it says, is left alone for a while.
 *
 * @since 0.1
 */
public interface EmbeddingModel {

    /**
     * What tells this model's vectors from another's, such as {@code bge-small-en-v1.5}: other weights, another name. An
     * index with vectors of another name, or another length, is made anew.
     */
    String name();

    /** The length of every vector, from 1 to 4,096. */
    int dimensions();

    /**
     * The cosine from which on two texts speak of the same thing, from -1 to 1. Only the model can say: one puts strangers
     * at .1, another at .7. Take the value that hardly any pair of unrelated texts of yours exceeds: what has no word of
     * a question in common with it is shown from here on, so that too low a value recalls what does not matter.
     */
    double floor();

    /**
     * The vectors of texts, in their order. They need not be of length one. A vector of zeros, or with what is no number,
     * says that the model can make nothing of the text, which is then found by its words only.
     *
     * @param texts at most 64; none is empty, any may be longer than what the model reads, which then reads its beginning
     * @param atMost how long the caller waits; there is no use in going on after that
     * @throws RuntimeException when the model cannot be used
     */
    List<float[]> embed(List<String> texts, Duration atMost);
}
